import type { Schedule, ScheduleRun } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionView } from "./action-view.tsx";
import { CommonButtons } from "./common-buttons.tsx";
import { schedulePath } from "./paths.ts";
import { Runs } from "./runs.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { textOfTimes } from "./timing.ts";
import { NextTimes } from "./timing-fields.tsx";

/** One schedule: when it runs, what it does, and what came of it. */
export function ScheduleDetails({ id }: { id: string }) {
  const { may } = useSession();
  const [isEditing, setEditing] = useState(false);
  const query = useQuery(
    `schedule ${id}`,
    async (client, signal) => (await client.schedules.show({ id }, { signal })).schedule,
    { events: ["schedules.**"] },
  );
  return (
    <div class="stack padded">
      <BackLink to={schedulePath()}>← All schedules</BackLink>
      <Loaded query={query}>
        {(schedule) => (
          <>
            <div class="row wrap">
              <h2 class="words" dir="auto">
                {schedule.name}
              </h2>
              <Badge text={schedule.status} />
            </div>
            <CommonButtons
              group="schedules"
              id={id}
              isEnabled={schedule.status !== "disabled"}
              back={schedulePath()}
              onEdit={() => setEditing(true)}
              run={{ operation: "schedules.run", label: "Run now", done: "The run has started" }}
            />
            {schedule.lastRun && schedule.lastRun.status !== "done" && (
              <p class="notice bad-note words" dir="auto">
                {schedule.lastRun.message}
              </p>
            )}
            <ScheduleFacts schedule={schedule} />
            {may("schedules.preview") && (
              <section class="stack">
                <h3>Next times</h3>
                <NextTimes input={{ id }} />
              </section>
            )}
            <ActionView action={schedule.action} />
            {may("schedules.runs.list") && <ScheduleRuns id={id} />}
            {isEditing && <ScheduleDialog schedule={schedule} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function ScheduleRuns({ id }: { id: string }) {
  return (
    <Runs
      title="Last runs"
      group="schedules.runs"
      about={id}
      load={async (client, limit, signal) => {
        const { runs, nextOffset } = await client.schedules.runs.list({ schedule: id, limit }, { signal });
        return {
          runs: (runs as unknown as readonly ScheduleRun[]).map((run) => ({
            ...run,
            outcome: run.lastAttempt?.status,
            text: run.lastAttempt?.message ?? (run.isManual ? "Started by hand" : undefined),
          })),
          hasMore: nextOffset !== undefined,
        };
      }}
    />
  );
}

function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const { id, when, timezone, nextDueAt, lastRun, missed, overlap, jitterMs = 0, until, statusReason } = schedule;
  return (
    <Facts>
      <Fact name="Times">
        <code>{textOfTimes(when)}</code> <span class="muted">{timezone}</span>
      </Fact>
      <Fact name="Next run">{nextDueAt === undefined ? <span class="muted">None</span> : <Time at={nextDueAt} />}</Fact>
      <Fact name="Last run">
        {lastRun ? (
          <span class="row wrap">
            <Badge text={lastRun.status} /> <Time at={lastRun.finishedAt} />
          </span>
        ) : (
          <span class="muted">Never</span>
        )}
      </Fact>
      {statusReason !== undefined && <Fact name="Why">{statusReason.replaceAll("_", " ")}</Fact>}
      {until !== undefined && (
        <Fact name="Until">
          <Time at={until} />
        </Fact>
      )}
      <Fact name="Missed times">{missed}</Fact>
      <Fact name="Overlap">{overlap}</Fact>
      {jitterMs > 0 && <Fact name="Jitter">{jitterMs.toLocaleString()} ms</Fact>}
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
