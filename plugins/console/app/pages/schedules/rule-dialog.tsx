import type { RuleDetails } from "@postern/client/api";
import { ActionFields, useAction } from "../../forms/action-fields.tsx";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { rulePath } from "./paths.ts";

const text = (description: string) => ({ type: "string", description });
const number = (description: string) => ({ type: "integer", description });

const FIELDS: readonly Asked[] = [
  { name: "name" },
  {
    name: "on/types",
    label: "After these events",
    isRequired: true,
    schema: {
      type: "array",
      items: { type: "string" },
      description: "Event types such as `chats.message.*`; `*` matches one segment, `**` any number of segments",
    },
  },
  {
    name: "on/filter",
    label: "Condition",
    schema: text('Expression about `event`, such as `event.data.kind == "new"`; empty for all of these events'),
  },
  { name: "when/debounceMs", schema: number("Run once, after this time without another event"), isRare: true },
  { name: "when/rate/count", label: "Maximum runs", schema: number("Further runs are skipped"), isRare: true },
  { name: "when/rate/perMs", label: "Period of these runs (ms)", schema: number("At least 1000"), isRare: true },
  { name: "when/quietTime/from", label: "Quiet time from", schema: text("Local time, such as 22:00"), isRare: true },
  { name: "when/quietTime/to", label: "Quiet time to", schema: text("Local time, such as 07:00"), isRare: true },
  {
    name: "when/quietTime/timezone",
    label: "Time zone of the quiet time",
    schema: text("Such as Europe/Berlin"),
    isRare: true,
  },
  {
    name: "when/quietTime/during",
    label: "Events in the quiet time",
    schema: { type: "string", enum: ["wait", "skip"], description: "Whether runs wait until it ends, or are skipped" },
    isRare: true,
  },
];

/** Creates a rule, or edits the one that is given. */
export function RuleDialog({ rule, onClose }: { rule?: RuleDetails; onClose: () => void }) {
  const { input, isChanged, isValid, control } = useAction(rule?.action);
  return (
    <OperationDialog
      operation={rule ? "rules.update" : "rules.create"}
      title={rule ? "Edit the rule" : "New rule"}
      action={rule ? "Save" : "Create"}
      fields={FIELDS}
      fixed={{ ...(rule && { id: rule.id }), ...input }}
      {...(rule && { before: rule as unknown as Record<string, unknown> })}
      isChanged={isChanged}
      isValid={isValid}
      onDone={(answer) => go(rulePath((answer as { rule: RuleDetails }).rule.id))}
      onClose={onClose}
    >
      <ActionFields {...control} example="{{event.subject}}" />
    </OperationDialog>
  );
}
