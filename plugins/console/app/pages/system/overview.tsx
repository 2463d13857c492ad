import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Command } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

/** How many problems are shown, the worst first. The doctor has all of them. */
const MOST_PROBLEMS = 3;

/** Whether the gateway works, and what it is doing. */
export function Overview() {
  const query = useQuery("status", (client) => client.service.status(), { events: ["service.**", "**.died"] });
  return (
    <Loaded query={query}>
      {({ status, version, host, startedAt, store, queues, problems, checks, plugins }) => (
        <div class="stack narrow">
          <section class="card stack" aria-label="Gateway">
            <h2>Gateway</h2>
            <Facts>
              <Fact name="Status">
                <Badge text={status} tone={status === "ok" ? "good" : "bad"} />
              </Fact>
              <Fact name="Version">{version}</Fact>
              <Fact name="Host">{host}</Fact>
              <Fact name="Started">
                <Time at={startedAt} />
              </Fact>
              <Fact name="Store">{store.driver}</Fact>
              <Fact name="Plugins">{plugins.filter(({ state }) => state === "running").length} running</Fact>
            </Facts>
          </section>
          {problems.length > 0 && <Problems problems={problems} />}
          {checks.length > 0 && (
            <section class="card stack" aria-label="Checks">
              <h2>Checks</h2>
              <Facts>
                {checks.map(({ name, status, items }) => (
                  <Fact key={name} name={name}>
                    <Badge text={status} tone={status === "ok" ? "good" : "warn"} />{" "}
                    {items.map(({ name, value }) => `${name}: ${value}`).join(", ")}
                  </Fact>
                ))}
              </Facts>
            </section>
          )}
          <div class="card stack">
            <h2>Queues</h2>
            <Table label="Queues" columns={["Queue", "Waiting", "Running", "Dead"]}>
              {queues.map(({ name, waiting, running, dead }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>{waiting}</td>
                  <td>{running}</td>
                  <td>{dead > 0 ? <Badge text={dead.toLocaleString()} tone="bad" /> : 0}</td>
                </tr>
              ))}
            </Table>
          </div>
        </div>
      )}
    </Loaded>
  );
}

interface ProblemsProps {
  readonly problems: readonly { readonly severity: string; readonly message: string; readonly fix: string }[];
}

function Problems({ problems }: ProblemsProps) {
  const { may } = useSession();
  const sorted = [...problems].sort((one, other) => weightOf(other) - weightOf(one));
  return (
    <section class="card stack" aria-label="Problems">
      <div class="row">
        <h2 class="grow">Problems</h2>
        {may("service.doctor") && (
          <Link to="system/doctor">
            {problems.length === 1 ? "Open the doctor" : `All ${problems.length} findings`}
          </Link>
        )}
      </div>
      {sorted.slice(0, MOST_PROBLEMS).map(({ severity, message, fix }) => (
        <div key={message} class="stack">
          <div class="row">
            <Badge text={severity} tone={severity === "error" ? "bad" : "warn"} />
            <span class="words" dir="auto">
              {message}
            </span>
          </div>
          <Command text={fix} />
        </div>
      ))}
    </section>
  );
}

const weightOf = ({ severity }: { readonly severity: string }): number =>
  ["info", "warning", "error"].indexOf(severity);
