import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";

interface CommonButtonsProps {
  readonly group: "schedules" | "rules" | "hooks";
  readonly id: string;
  readonly isEnabled: boolean;
  /** The path of the list. */
  readonly back: string;
  readonly onEdit: () => void;
  /** What can be done with it at once. */
  readonly run?: { readonly operation: string; readonly label: string; readonly done: string };
  readonly children?: preact.ComponentChildren;
}

/** What can be done with a schedule, a rule or a webhook. */
export function CommonButtons({ group, id, isEnabled, back, onEdit, run: extra, children }: CommonButtonsProps) {
  const { may } = useSession();
  const { run } = useActions();
  const command = `${group}.${isEnabled ? "disable" : "enable"}`;

  async function remove(): Promise<void> {
    const answer = await run({ operation: `${group}.remove`, input: { id } }, { done: "Removed", showPlan: true });
    if (answer !== undefined) go(back);
  }

  return (
    <div class="row wrap">
      {extra && may(extra.operation) && (
        <button
          type="button"
          class="button"
          onClick={() => void run({ operation: extra.operation, input: { id } }, { done: extra.done })}
        >
          {extra.label}
        </button>
      )}
      {may(`${group}.update`) && (
        <button type="button" class="button" onClick={onEdit}>
          Edit
        </button>
      )}
      {may(command) && (
        <button type="button" class="button" onClick={() => void run({ operation: command, input: { id } })}>
          {isEnabled ? "Disable" : "Enable"}
        </button>
      )}
      {children}
      {may(`${group}.remove`) && (
        <button type="button" class="button danger" onClick={() => void remove()}>
          Remove
        </button>
      )}
    </div>
  );
}
