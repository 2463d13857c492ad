import type { TaskCard } from "@postern/client/api";

export type Status = TaskCard["status"];

/** What a person sees of a task in a list, on the board or in the graph. */
export type Movable = Pick<TaskCard, "id" | "title" | "status" | "readiness" | "archivedAt">;

/** A change of the status of a task. */
export interface Step {
  readonly operation: string;
  readonly label: string;
  readonly from: readonly Status[];
  readonly to: Status;
  /** The text that people read later. */
  readonly note?: { readonly field: "reason" | "summary"; readonly label: string; readonly isRequired: boolean };
}

const REASON = { field: "reason", label: "Reason", isRequired: true } as const;

export const STEPS: readonly Step[] = [
  { operation: "tasks.start", label: "Start", from: ["open", "blocked"], to: "active" },
  {
    operation: "tasks.done",
    label: "Mark as done",
    from: ["open", "active", "blocked"],
    to: "done",
    note: { field: "summary", label: "Summary of the result", isRequired: false },
  },
  { operation: "tasks.block", label: "Block", from: ["open", "active"], to: "blocked", note: REASON },
  { operation: "tasks.fail", label: "Mark as failed", from: ["open", "active", "blocked"], to: "failed", note: REASON },
  { operation: "tasks.release", label: "Release", from: ["active", "blocked"], to: "open" },
  { operation: "tasks.reopen", label: "Reopen", from: ["done", "failed"], to: "open" },
];

/** The steps that the gateway accepts for this task now. */
export const stepsOf = ({ status, readiness, archivedAt }: Movable): readonly Step[] =>
  archivedAt === undefined
    ? STEPS.filter(
        ({ operation, from }) =>
          from.includes(status) && (operation !== "tasks.start" || readiness.unsatisfied.length === 0),
      )
    : [];

export const LABELS: Readonly<Record<Status, string>> = {
  open: "Open",
  active: "Active",
  blocked: "Blocked",
  done: "Done",
  failed: "Failed",
};
