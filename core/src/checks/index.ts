import { defineService } from "../define/service.ts";
import type { MaybePromise, Reads } from "../storage/index.ts";

/** A problem that a person should know of. */
export interface Finding {
  /** Kind of the problem: the group and what is wrong, such as `channels.adapter_failed`. */
  readonly id: string;
  /** `error`: something does not work. `warning`: it may fix itself, or soon becomes an error. `info`: it is intended. */
  readonly severity: "error" | "warning" | "info";
  /** What is wrong, with the value, and since when. Never a secret. */
  readonly evidence: string;
  /** A command that fixes the problem or shows details. */
  readonly fix: string;
}

/** A line of the status: a thing with its state or number. */
export interface StatusItem {
  readonly name: string;
  readonly value: string;
  /** Why it has this state. */
  readonly detail?: string;
  /** The last error, also if it works again. `at` is Unix milliseconds. */
  readonly lastError?: { readonly at: number; readonly message: string };
}

export interface CheckResult {
  readonly items?: readonly StatusItem[];
  readonly findings?: readonly Finding[];
}

/** The status of one group. */
export interface Check {
  /** The name of the group. */
  readonly name: string;
  /**
   * Reports the status and the problems of the group. It may run every few seconds: it reads single records, counts and
   * ranges of indexes, never a whole collection. It is given five seconds.
   */
  run(ctx: { readonly store: Reads; readonly now: number }): MaybePromise<CheckResult>;
}

/** The service with which groups add their checks to `service.status` and `service.doctor`. */
export interface Checks {
  /** Call it in a plugin's setup. Returns a function that removes the check. */
  register(check: Check): () => void;
}

/** Provided by the service group. Declare it as `optional(checks)`: groups must work without it, too. */
export const checks = defineService<Checks>("service.checks");
