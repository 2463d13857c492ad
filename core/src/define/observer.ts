import type { MaybePromise } from "../storage/index.ts";
import type { Call } from "./call.ts";
import type { Cause } from "./cause.ts";
import { defineService } from "./service.ts";

/**
 * The stages of a call: all of it, its plan, its execution. `commit` is the wait for a commit, also one of background
 * work.
 */
export type Stage = "call" | "plan" | "execute" | "commit";

/** A piece of background work, such as an attempt at an entry of a queue. */
export interface Task {
  readonly name: string;
  readonly cause?: Cause | undefined;
  /** What is known of it. The work may add to it until it ends. No secrets and no texts that people wrote. */
  readonly facts: Record<string, string | number>;
}

/**
 * Sees calls, commits and tasks, for metrics and traces. Each waits for it. What it throws is logged and changes nothing:
 * a commit that was acknowledged to an observer is acknowledged to the caller.
 */
export interface Observer {
  /**
   * Runs `work`, one stage of a call, once, and answers what that answers: a promise if that is one. A call answers its
   * `Answer`. At the stage `call`, `work` takes the call with another trace, which its events then carry.
   */
  around<T>(stage: Stage, work: (call?: Call) => MaybePromise<T>, call?: Call): MaybePromise<T>;
  /** Does a task, once, and answers what `work` answers, which takes the task with another trace. */
  task?<T>(task: Task, work: (task: Task) => Promise<T>): Promise<T>;
  /** Called after commits that were written together, with the milliseconds that this took. */
  group?(commits: number, ms: number): void;
}

/** Always provided. What a plugin adds in its setup sees everything until the gateway stops. */
export const observers = defineService<Set<Observer>>("gateway.observers");

/** The observers of a gateway. `onError` receives what one of them throws. */
export interface Observers extends Set<Observer> {
  readonly onError: (error: unknown) => void;
}

export const createObservers = (onError: Observers["onError"]): Observers =>
  Object.assign(new Set<Observer>(), { onError });

/** Runs one stage of a call, or a commit, with all observers around it. */
export function observed<T>(all: Observers, stage: Stage, work: (call?: Call) => MaybePromise<T>, call?: Call) {
  if (all.size === 0) return work();
  const around = (inner: typeof work, observer: Observer) => (given?: Call) =>
    guarded(inner, given, (once) => observer.around(stage, (own = given) => once(own), given), all.onError);
  return [...all].reduce(around, work)(call);
}

/** Does a task with all observers around it. */
export function observedTask<T>(all: Observers, task: Task, work: (task: Task) => Promise<T>): Promise<T> {
  const around = (inner: typeof work, observer: Observer) => {
    if (!observer.task) return inner;
    const see = async (given: Task, once: (own: Task) => Promise<T>) => observer.task?.(given, once) as Promise<T>;
    return async (given: Task) => guarded(inner, given, (once) => see(given, async (own) => once(own)), all.onError);
  };
  return [...all].reduce(around, work)(task);
}

/** Lets an observer do work, which is done once and keeps its own result if the observer fails before or after it. */
function guarded<A, T>(
  work: (given: A) => MaybePromise<T>,
  given: A,
  observe: (once: (own: A) => MaybePromise<T>) => MaybePromise<T>,
  onError: Observers["onError"],
): MaybePromise<T> {
  let result: (() => MaybePromise<T>) | undefined;
  const once = (own: A): MaybePromise<T> => {
    result ??= resultOf(work, own);
    return result();
  };
  async function recover(error: unknown): Promise<T> {
    let isOwn = false;
    try {
      return await once(given);
    } catch (own) {
      isOwn = own === error;
      throw own;
    } finally {
      if (!isOwn) onError(error);
    }
  }
  try {
    const answer = observe(once);
    return answer instanceof Promise ? answer.catch(recover) : answer;
  } catch (error) {
    return recover(error);
  }
}

/** Calls a function now, and gives its answer or its error as often as it is asked for. */
function resultOf<A, T>(work: (given: A) => T, given: A): () => T {
  try {
    const answer = work(given);
    return () => answer;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
