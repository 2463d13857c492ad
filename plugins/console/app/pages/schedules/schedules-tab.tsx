import type { Schedule } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { schedulePath } from "./paths.ts";
import { ScheduleDetails } from "./schedule-details.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { textOfTimes } from "./timing.ts";

const COMMAND =
  'postern schedules create --name Morning --when \'{"cron":"0 9 * * 1-5"}\' --action \'{"operation":"service.status"}\'';

/** Operations that run at times. */
export function SchedulesTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  return (
    <SplitPage
      title="Schedules"
      tabs={tabs}
      current={schedulePath()}
      isOpen={opened !== undefined}
      actions={
        may("schedules.create") && (
          <button type="button" class="button main" onClick={() => setCreating(true)}>
            New schedule
          </button>
        )
      }
      list={
        <Rows
          id="schedules"
          label="Schedules"
          events={["schedules.**"]}
          estimate={57}
          keyOf={(schedule: Schedule) => schedule.id}
          load={async (client, page, signal) => {
            const { schedules, ...rest } = await client.schedules.list(page, { signal });
            return { items: schedules, ...rest };
          }}
          render={(schedule) => <Row schedule={schedule} isOpened={schedule.id === opened} />}
        >
          <Empty text="No schedules yet. Create the first one:" command={COMMAND} />
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose a schedule, or run an operation at times that you choose:" command={COMMAND} />
      ) : (
        <ScheduleDetails key={opened} id={opened} />
      )}
      {isCreating && <ScheduleDialog onClose={() => setCreating(false)} />}
    </SplitPage>
  );
}

function Row({ schedule, isOpened }: { schedule: Schedule; isOpened: boolean }) {
  const { id, name, status, nextDueAt, lastRun, when } = schedule;
  return (
    <Link to={schedulePath(id)} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
      <span class="row">
        <strong class="cut grow" dir="auto">
          {name}
        </strong>
        {lastRun && lastRun.status !== "done" && <Badge text={lastRun.status} />}
        {status !== "enabled" && <Badge text={status} />}
      </span>
      <span class="row small muted">
        <span class="cut grow">{textOfTimes(when)}</span>
        {nextDueAt !== undefined && (
          <span class="fixed">
            next <Time at={nextDueAt} />
          </span>
        )}
      </span>
    </Link>
  );
}
