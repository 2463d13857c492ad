import type { Schedule } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { schedulePath } from "./paths.ts";
import { ScheduleDetails } from "./schedule-details.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { textOfTimes } from "./timing.ts";

const COMMAND =
  'postern schedules create --name Morning --when \'{"cron":"0 9 * * 1-5"}\' --action \'{"operation":"service.status"}\'';

/** Operations that run at times. */
export const SchedulesTab = (tab: TabProps) => (
  <ListPage
    {...tab}
    label="Schedules"
    events={["schedules.**"]}
    load={async (client, page, signal) => {
      const { schedules, ...rest } = await client.schedules.list(page, { signal });
      return { items: schedules, ...rest };
    }}
    pathOf={schedulePath}
    row={Row}
    details={(id) => <ScheduleDetails id={id} />}
    none={{ text: "No schedules yet. Create the first one:", command: COMMAND }}
    choose={{ text: "Choose a schedule, or run an operation at your own times:", command: COMMAND }}
    create={{
      label: "New schedule",
      needs: ["schedules.create"],
      dialog: (onClose) => <ScheduleDialog onClose={onClose} />,
    }}
  />
);

function Row({ item: { name, status, nextDueAt, lastRun, when } }: { item: Schedule }) {
  return (
    <>
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
    </>
  );
}
