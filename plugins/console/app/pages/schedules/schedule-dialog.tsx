import type { Schedule } from "@postern/client/api";
import { useState } from "preact/hooks";
import { ActionFields, useAction } from "../../forms/action-fields.tsx";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { schedulePath } from "./paths.ts";
import { timesInput, timesOf } from "./timing.ts";
import { TimingFields } from "./timing-fields.tsx";

const FIELDS: readonly Asked[] = [
  { name: "name" },
  { name: "missed", label: "Times that were missed", isRare: true },
  { name: "overlap", label: "While the previous run has not ended", isRare: true },
  { name: "jitterMs", isRare: true },
];

/** Creates a schedule, or edits the one that is given. */
export function ScheduleDialog({ schedule, onClose }: { schedule?: Schedule; onClose: () => void }) {
  const [first] = useState(() => timesOf(schedule));
  const [times, setTimes] = useState(first);
  const action = useAction(schedule?.action);
  const changedTimes = timesInput(times, schedule && first);
  return (
    <OperationDialog
      operation={schedule ? "schedules.update" : "schedules.create"}
      title={schedule ? "Edit the schedule" : "New schedule"}
      action={schedule ? "Save" : "Create"}
      fields={FIELDS}
      fixed={{ ...(schedule && { id: schedule.id }), ...changedTimes, ...action.input }}
      {...(schedule && { before: schedule as unknown as Record<string, unknown> })}
      isChanged={Object.keys(changedTimes).length > 0 || action.isChanged}
      isValid={action.isValid}
      onDone={(answer) => go(schedulePath((answer as { schedule: Schedule }).schedule.id))}
      onClose={onClose}
    >
      <TimingFields times={times} onTimes={setTimes} />
      <ActionFields {...action.control} example="{{run.id}}" />
    </OperationDialog>
  );
}
