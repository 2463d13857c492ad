import type { ComponentChildren } from "preact";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loaded, Page } from "../../ui/page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Time } from "../../ui/time.tsx";
import { EVENTS } from "./read.ts";
import { RunnerLog } from "./runner-log.tsx";

const useRunner = () =>
  useQuery("runner", (client, signal) => client.channels.status({}, { signal }), { events: EVENTS });

/** The process that keeps the connections of all adapters, and its log. */
export function RunnerTab({ title, tabs, current }: TabProps) {
  const { may } = useSession();
  const query = useRunner();
  return (
    <Page title={title} isFlush actions={<Tabs label={`Parts of ${title}`} tabs={tabs} current={current} />}>
      <div class="channel-runner-page">
        <Loaded query={query}>
          {(status) => (
            <section class="stack channel-runner-state" aria-label="Runner">
              <div class="row wrap">
                <h2>Runner</h2>
                <Badge text={status.health} />
                <span class="grow" />
                <RunnerButtons isStopped={status.health === "stopped"} />
              </div>
              {status.reason !== undefined && (
                <p class="notice channel-reason">
                  <span dir="auto">{status.reason}</span>
                </p>
              )}
              <RunnerFacts status={status} />
            </section>
          )}
        </Loaded>
        {may("channels.logs") && <RunnerLog isStopped={query.data?.health === "stopped"} />}
      </div>
    </Page>
  );
}

function RunnerButtons({ isStopped }: { isStopped: boolean }) {
  const { may } = useSession();
  const { run } = useActions();
  const button = (operation: string, label: string, isMain: boolean): ComponentChildren =>
    may(operation) && (
      <button
        type="button"
        class={isMain ? "button main" : "button"}
        onClick={() => void run({ operation, input: {} }, { showPlan: !isMain })}
      >
        {label}
      </button>
    );
  return isStopped ? (
    button("channels.start", "Start", true)
  ) : (
    <>
      {button("channels.restart", "Restart", false)}
      {button("channels.stop", "Stop", false)}
    </>
  );
}

type Status = NonNullable<ReturnType<typeof useRunner>["data"]>;

function RunnerFacts({ status: { process, outgoing, adapters } }: { status: Status }) {
  const connected = adapters.filter(({ status }) => status === "connected").length;
  return (
    <Facts>
      <Fact name="Adapters">
        {connected} of {adapters.length} connected
      </Fact>
      {process && (
        <>
          <Fact name="Process">
            {process.pid}
            {process.host !== undefined && ` on ${process.host}`}
            {process.isSupervised && ", restarted if it ends"}
          </Fact>
          {process.startedAt !== undefined && (
            <Fact name="Started">
              <Time at={process.startedAt} />
            </Fact>
          )}
          {process.memoryMb !== undefined && (
            <Fact name="Memory">
              {process.memoryMb.toLocaleString()} MiB
              {process.cpuPercent !== undefined && `, CPU ${process.cpuPercent}%`}
            </Fact>
          )}
        </>
      )}
      {outgoing && (
        <>
          <Fact name="Messages that wait">{outgoing.waiting.toLocaleString()}</Fact>
          {outgoing.lastSentAt !== undefined && (
            <Fact name="Last sent">
              <Time at={outgoing.lastSentAt} />
            </Fact>
          )}
          {outgoing.lastError !== undefined && (
            <Fact name="Last error">
              <span class="words" dir="auto">
                {outgoing.lastError}
              </span>
            </Fact>
          )}
        </>
      )}
    </Facts>
  );
}
