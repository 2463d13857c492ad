import type { Schedule } from "@postern/client/api";
import { useState } from "preact/hooks";
import { type Action, ActionFields } from "../../forms/action-fields.tsx";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { schedulePath } from "./paths.ts";
import { timesOf, whenOf } from "./timing.ts";
import { TimingFields } from "./timing-fields.tsx";

const FIELDS: readonly Asked[] = [
  { name: "name" },
  { name: "missed", label: "Times that were missed", isRare: true },
  { name: "overlap", label: "While the previous run has not ended", isRare: true },
  { name: "jitterMs", isRare: true },
];

/** Creates a schedule, or edits the one that is given. */
export function ScheduleDialog({ schedule, onClose }: { schedule?: Schedule; onClose: () => void }) {
  const [first] = useState({
    times: timesOf(schedule?.when, schedule?.timezone),
    action: (schedule?.action ?? { operation: "" }) as Action,
  });
  const [times, setTimes] = useState(first.times);
  const [action, setAction] = useState<Action>(first.action);
  const areTimesNew = !schedule || JSON.stringify(times) !== JSON.stringify(first.times);
  const isActionNew = !schedule || JSON.stringify(action) !== JSON.stringify(first.action);
  return (
    <OperationDialog
      operation={schedule ? "schedules.update" : "schedules.create"}
      title={schedule ? "Edit the schedule" : "New schedule"}
      action={schedule ? "Save" : "Create"}
      fields={FIELDS}
      fixed={{
        ...(schedule && { id: schedule.id }),
        ...(areTimesNew && { when: whenOf(times) ?? {}, timezone: times.timezone }),
        ...(isActionNew && { action }),
      }}
      {...(schedule && { before: schedule as unknown as Record<string, unknown> })}
      isChanged={areTimesNew || isActionNew}
      onDone={(answer) => go(schedulePath((answer as { schedule: Schedule }).schedule.id))}
      onClose={onClose}
    >
      <TimingFields times={times} onTimes={setTimes} />
      <ActionFields action={action} onAction={setAction} example="{{run.id}}" />
    </OperationDialog>
  );
}
