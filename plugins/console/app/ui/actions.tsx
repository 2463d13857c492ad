import { PosternError } from "@postern/client";
import { commandLine } from "@postern/client/command-line";
import { signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { type Call, methodOf, type ShownPlan } from "../data/call.ts";
import { type Session, useSession } from "../session/session.ts";
import { Command } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";
import { Json } from "./json.tsx";
import { notify } from "./toasts.tsx";

/** A plan that waits for the decision of the person. */
interface Waiting {
  readonly call: Call;
  readonly shown: ShownPlan;
  readonly decide: (isAllowed: boolean) => void;
}

export interface ActionOptions {
  /** What is reported when it is done. Nothing is by default. */
  readonly done?: string;
  /** Whether the plan is shown first: by default for what reaches other systems or destroys something. */
  readonly showPlan?: boolean;
  /** Whether the caller shows errors itself: they are thrown. */
  readonly throws?: boolean;
}

export interface Actions {
  readonly waiting: ReturnType<typeof signal<Waiting | undefined>>;
  /**
   * Does what a person asked for: gets the plan, shows it if it has consequences, and executes exactly that plan.
   * Resolves with the answer, or with undefined if the person decided against it or it failed, which was reported.
   */
  run(call: Call, options?: ActionOptions): Promise<unknown>;
}

const ActionsContext = createContext<Actions | undefined>(undefined);

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Actions need a session");
  return actions;
}

function createActions(session: Session): Actions {
  const waiting = signal<Waiting | undefined>(undefined);
  const decision = (call: Call, shown: ShownPlan): Promise<boolean> =>
    new Promise((resolve) => {
      waiting.value = {
        call,
        shown,
        decide(isAllowed) {
          waiting.value = undefined;
          resolve(isAllowed);
        },
      };
    });
  return {
    waiting,
    async run(call, { done, showPlan, throws } = {}) {
      const { operation, input } = call;
      const effect = session.operations.get(operation)?.effect;
      try {
        const shown = await methodOf(session, operation).plan(input);
        const hasEffects = (effect !== "write" && effect !== "read") || (shown.plan?.effects ?? []).length > 0;
        const mustShow = shown.plan !== undefined && (showPlan ?? hasEffects);
        if (mustShow && !(await decision(call, shown))) return undefined;
        const answer = await session.live.during(() => shown.execute());
        session.live.changed();
        if (done !== undefined) notify({ text: done });
        return answer ?? {};
      } catch (error) {
        session.failed(error);
        if (error instanceof PosternError && error.code === "gateway.approval_pending") {
          notify({ text: "This waits for approval." });
          return undefined;
        }
        if (throws) throw error;
        notify({ error });
        return undefined;
      }
    },
  };
}

/** Makes actions available, and shows the plans that wait for a decision. */
export function ActionsProvider({ children }: { children: preact.ComponentChildren }) {
  const session = useSession();
  const actions = useMemo(() => createActions(session), [session]);
  const { value } = actions.waiting;
  return (
    <ActionsContext.Provider value={actions}>
      {children}
      {value && <PlanDialog {...value} />}
    </ActionsContext.Provider>
  );
}

function PlanDialog({ call, shown, decide }: Waiting) {
  const { summary, effects = [], ...details } = shown.plan ?? { summary: "" };
  const isDestructive = useSession().operations.get(call.operation)?.effect === "destroy";
  return (
    <Dialog
      title="Do this?"
      onClose={() => decide(false)}
      actions={
        <>
          <button type="button" class="button" onClick={() => decide(false)}>
            Cancel
          </button>
          <button type="button" class={`button ${isDestructive ? "danger" : "main"}`} onClick={() => decide(true)}>
            Execute
          </button>
        </>
      }
    >
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
      <Command text={`${commandLine(call.operation, call.input)} --execute`} />
    </Dialog>
  );
}
