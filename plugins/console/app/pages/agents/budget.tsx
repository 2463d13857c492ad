import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";

type Amounts = Partial<Readonly<Record<"turns" | "tokens" | "cost" | "inputPrice" | "outputPrice", number>>>;

interface BudgetProps {
  readonly budget: Amounts | undefined;
  readonly usage: Required<Pick<Amounts, "turns" | "tokens" | "cost">> | undefined;
  /** The operation that changes the budget, and what it needs to remove it. */
  readonly operation: string;
  readonly removal: Readonly<Record<string, unknown>>;
  /** The dialog with the limits. */
  readonly dialog: (onClose: () => void) => ComponentChildren;
}

/** Today's use and what may be used a day, with buttons that change the limits. */
export function Budget({ budget = {}, usage, operation, removal, dialog }: BudgetProps) {
  const { may } = useSession();
  const { run } = useActions();
  const [isEditing, setEditing] = useState(false);
  const isLimited = Object.keys(budget).length > 0;
  return (
    <section class="stack" aria-label="Budget">
      <div class="row wrap">
        <h3 class="grow">Daily budget (UTC)</h3>
        {may(operation) && (
          <button
            type="button"
            class="button quiet"
            aria-label={isLimited ? "Change the budget" : "Set a budget"}
            onClick={() => setEditing(true)}
          >
            {isLimited ? "Change" : "Set a budget"}
          </button>
        )}
        {may(operation) && isLimited && (
          <button
            type="button"
            class="button quiet"
            aria-label="Remove the budget"
            onClick={() => void run({ operation, input: removal }, { done: "The budget was removed", showPlan: true })}
          >
            Remove
          </button>
        )}
      </div>
      {usage ? <Usage usage={usage} budget={budget} /> : <p class="muted">No limits.</p>}
      {(budget.inputPrice !== undefined || budget.outputPrice !== undefined) && (
        <p class="small muted">
          A million tokens cost {numberOf(budget.inputPrice ?? 0)} as input and {numberOf(budget.outputPrice ?? 0)} as
          output.
        </p>
      )}
      {isEditing && dialog(() => setEditing(false))}
    </section>
  );
}

function Usage({ usage, budget }: { usage: NonNullable<BudgetProps["usage"]>; budget: Amounts }) {
  return (
    <ul class="agent-usage" aria-label="Used today">
      {(["turns", "tokens", "cost"] as const).map((name) => (
        <li key={name} class="card">
          <span class="small muted">{name}</span>
          <strong>{numberOf(usage[name])}</strong>
          {budget[name] === undefined ? (
            <span class="small muted">no limit</span>
          ) : (
            <>
              <span class="small muted">of {numberOf(budget[name])}</span>
              <meter min={0} max={budget[name]} value={usage[name]} aria-label={`Used ${name}`} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const numberOf = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 4 });
