import type { MaybePromise } from "../storage/index.ts";
import type { Call } from "./call.ts";
import { defineService } from "./service.ts";

/**
 * The stages of a call: all of it, its plan, its execution. `commit` is the wait for a commit, also one of background
 * work.
 */
export type Stage = "call" | "plan" | "execute" | "commit";

/** Sees calls and commits, for metrics and traces. Each call waits for it, and what it throws fails the call. */
export interface Observer {
  /**
   * Runs `work`, one stage of a call, once, and answers what that answers: a promise if that is one. A call answers its
   * `Answer`.
   */
  around<T>(stage: Stage, work: () => MaybePromise<T>, call?: Call): MaybePromise<T>;
  /** Called after commits that were written together, with the milliseconds that this took. */
  group?(commits: number, ms: number): void;
}

/** Always provided. What a plugin adds in its setup sees everything until the gateway stops. */
export const observers = defineService<Set<Observer>>("gateway.observers");

/** Runs one stage of a call, or a commit, with all observers around it. */
export function observed<T>(all: Set<Observer>, stage: Stage, work: () => MaybePromise<T>, call?: Call) {
  if (all.size === 0) return work();
  let outer = work;
  for (const observer of all) {
    const inner = outer;
    outer = () => observer.around(stage, inner, call);
  }
  return outer();
}
