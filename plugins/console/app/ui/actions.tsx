import { PosternError } from "@postern/client";
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { type Call, methodOf, type ShownPlan } from "../data/call.ts";
import type { Effect } from "../data/effect.ts";
import { type Session, useSession } from "../session/session.ts";
import { type AskedPlan, PlanDialog } from "./plan-dialog.tsx";
import { createPlanQueue, type PlanQueue } from "./plan-queue.ts";
import { notify } from "./toasts.tsx";
import { type Asker, useVisit, type Visit } from "./visit.ts";

export interface ActionOptions {
  /** What is reported when it is done. Nothing is by default. */
  readonly done?: string;
  /** Whether the plan is shown first: by default for what reaches other systems or destroys something. */
  readonly showPlan?: boolean;
  /** Whether the caller shows errors itself: they are thrown. */
  readonly throws?: boolean;
  /** The effect of the operation, if the key may not list it. */
  readonly effect?: Effect;
  /** The page that asks. By default the one that is shown. */
  readonly visit?: Visit;
}

export interface Actions {
  /**
   * Does what a person asked for: gets the plan, shows it if it has consequences, and executes exactly that plan.
   * Resolves with the answer, or with undefined if the person decided against it, left the page that asked, or it failed,
   * which was reported.
   */
  run(call: Call, options?: ActionOptions): Promise<unknown>;
}

interface Setting {
  readonly session: Session;
  readonly queue: PlanQueue<AskedPlan>;
  /** The page that is shown now. */
  readonly current: { visit: Visit };
}

const ActionsContext = createContext<Actions | undefined>(undefined);

export function useActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("Actions need a session");
  return actions;
}

const createActions = ({ session, queue, current }: Setting): Actions => ({
  async run(call, { done, showPlan, throws, effect = session.operations.get(call.operation)?.effect, ...given } = {}) {
    const { visit = current.visit } = given;
    try {
      const shown = await planOf(session, call, effect);
      const hasEffects = (effect !== "write" && effect !== "read") || (shown.plan?.effects ?? []).length > 0;
      const mustShow = shown.plan !== undefined && (showPlan ?? hasEffects);
      if (mustShow && !(await queue.ask({ call, effect, shown, asker: visit }, visit.until))) return undefined;
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
      // The person has left the page, and knows it.
      if (error !== visit.until.reason) notify({ error });
      return undefined;
    }
  },
});

/** The plan of a command. A query has none, so its summary is shown in its place. */
async function planOf(session: Session, { operation, input }: Call, effect: Effect | undefined): Promise<ShownPlan> {
  const method = methodOf(session, operation);
  if (effect !== "read") return method.plan(input);
  const summary = session.operations.get(operation)?.summary ?? operation;
  return { plan: { summary }, execute: () => method(input) };
}

interface ActionsProviderProps {
  /** The page that is shown: plans that it asks for are withdrawn when it is left. */
  readonly page: Asker & { readonly path: string };
  readonly children: preact.ComponentChildren;
}

/** Makes actions available, and shows the plans that wait for a decision. */
export function ActionsProvider({ page, children }: ActionsProviderProps) {
  const session = useSession();
  const visit = useVisit(page.path, page);
  const { actions, queue, current } = useMemo(() => {
    const setting: Setting = { session, queue: createPlanQueue(), current: { visit } };
    return { ...setting, actions: createActions(setting) };
  }, [session]);
  current.visit = visit;
  const [first, ...others] = queue.waiting.value;
  return (
    <ActionsContext.Provider value={actions}>
      {children}
      {first && <PlanDialog key={first.id} {...first.content} others={others.length} decide={first.decide} />}
    </ActionsContext.Provider>
  );
}
