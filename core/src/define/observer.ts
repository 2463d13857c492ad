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

/** Sees calls, commits and tasks, for metrics and traces. Each waits for it, and what it throws fails them. */
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

/** Runs one stage of a call, or a commit, with all observers around it. */
export function observed<T>(all: Set<Observer>, stage: Stage, work: (call?: Call) => MaybePromise<T>, call?: Call) {
  if (all.size === 0) return work();
  const around = (inner: typeof work, observer: Observer) => (given?: Call) =>
    observer.around(stage, (own = given) => inner(own), given);
  return [...all].reduce(around, work)(call);
}

/** Does a task with all observers around it. */
export const observedTask = <T>(all: Set<Observer>, task: Task, work: (task: Task) => Promise<T>): Promise<T> =>
  [...all].reduce((inner, observer) => (own) => observer.task?.(own, inner) ?? inner(own), work)(task);
