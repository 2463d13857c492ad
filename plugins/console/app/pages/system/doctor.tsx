import { useQuery } from "../../data/query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Command } from "../../ui/copy.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";

const TONES = { error: "bad", warning: "warn", info: "plain" } as const;

/** What the gateway finds to be wrong with itself, with the command that fixes it. */
export function Doctor() {
  const query = useQuery("doctor", (client) => client.service.doctor(), { events: ["service.**"] });
  return (
    <div class="stack narrow">
      <div>
        <button type="button" class="button" disabled={query.isLoading} onClick={query.reload}>
          Check again
        </button>
      </div>
      <Loaded query={query}>
        {({ findings }) =>
          findings.length === 0 ? (
            <Empty text="No findings." />
          ) : (
            <ul class="stack">
              {findings.map(({ id, severity, evidence, fix }) => (
                <li key={id + evidence} class="card stack">
                  <div class="row wrap">
                    <Badge text={severity} tone={TONES[severity]} />
                    <code>{id}</code>
                  </div>
                  <p class="words" dir="auto">
                    {evidence}
                  </p>
                  <Command text={fix} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
