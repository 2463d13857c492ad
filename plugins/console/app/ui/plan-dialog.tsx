import { commandLine } from "@postern/client/command-line";
import type { Call, ShownPlan } from "../data/call.ts";
import type { Effect } from "../data/effect.ts";
import { go } from "../router.ts";
import { Badge } from "./badge.tsx";
import { Command } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";
import { Json } from "./json.tsx";
import { useArmed } from "./use-armed.ts";
import type { Asker } from "./visit.ts";

/** A plan as the person sees it. */
export interface AskedPlan {
  readonly call: Call;
  readonly effect: Effect | undefined;
  readonly shown: ShownPlan;
  readonly asker: Asker;
}

interface PlanDialogProps extends AskedPlan {
  /** How many other plans wait. */
  readonly others: number;
  readonly decide: (isAllowed: boolean) => void;
}

/** Shows a plan until it is decided, with the page that asks for it. */
export function PlanDialog({ call, effect, shown, asker, others, decide }: PlanDialogProps) {
  const { summary, effects = [], ...details } = shown.plan ?? { summary: "" };
  const isArmed = useArmed();
  return (
    <Dialog
      title="Do this?"
      isArmed={isArmed}
      onClose={() => decide(false)}
      actions={
        <>
          <button type="button" class="button" disabled={!isArmed} onClick={() => decide(false)}>
            Cancel
          </button>
          <button
            type="button"
            class={`button ${effect === "destroy" ? "danger" : "main"}`}
            disabled={!isArmed}
            onClick={() => decide(true)}
          >
            Execute
          </button>
        </>
      }
    >
      <AskedBy {...asker} />
      <p class="words" dir="auto">
        {summary}
      </p>
      {effects.length > 0 && <p>Reaches: {effects.join(", ")}</p>}
      {Object.keys(details).length > 0 && (
        <details>
          <summary>Plan</summary>
          <Json value={details} label="Plan" />
        </details>
      )}
      <Command text={`${commandLine(call.operation, call.input)}${effect === "read" ? "" : " --execute"}`} />
      {(others > 0 || asker.plugin !== undefined) && (
        <Others count={others} isArmed={isArmed} isOfPlugin={asker.plugin !== undefined} />
      )}
    </Dialog>
  );
}

function AskedBy({ title, plugin }: Asker) {
  return (
    <p class="row wrap asked-by">
      <span class="muted">Asked by the page</span> <strong dir="auto">{title}</strong>{" "}
      {plugin !== undefined && <Badge text={`plugin ${plugin}`} tone="warn" />}
    </p>
  );
}

/** How many plans follow, and the way out of a page of a plugin that asks again and again. */
function Others({ count, isArmed, isOfPlugin }: { count: number; isArmed: boolean; isOfPlugin: boolean }) {
  return (
    <div class="row wrap">
      <span class="muted grow">{count > 0 && (count === 1 ? "1 more plan waits" : `${count} more plans wait`)}</span>
      {isOfPlugin && (
        <button type="button" class="button quiet" disabled={!isArmed} onClick={() => go("inbox")}>
          Leave the page
        </button>
      )}
    </div>
  );
}
