import { defineService } from "@postern/core";
import type { MaybePromise, Reads } from "@postern/core/storage";

export { type Drainable, type Drainables, drainables, type StreamCounts } from "./drainables.ts";

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

/** What a check reports. */
export interface CheckResult {
  readonly items?: readonly StatusItem[];
  readonly findings?: readonly Finding[];
}

/** A figure for monitoring, as in Prometheus: its name ends with its unit, and with `_total` if it only ever grows. */
export interface Metric {
  /** In full, starting with the name of the gateway and of the group: `postern_agents_turns`. */
  readonly name: string;
  /** What it counts or measures, in a sentence without a period. */
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly Sample[];
}

/** A value of a metric. Labels hold few different values: states and names, never ids of messages. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The status of one group. */
export interface Check {
  /** The name of the group. */
  readonly name: string;
  /**
   * Reports the status and the problems of the group. It may run every few seconds: it reads single records, counts and
   * ranges of indexes, never a whole collection. It is given five seconds.
   */
  run(ctx: CheckContext): MaybePromise<CheckResult>;
  /** The metrics of the group. The same limits apply: it runs at each scrape. */
  metrics?(ctx: CheckContext): MaybePromise<readonly Metric[]>;
}

/** What a check reads. */
export interface CheckContext {
  readonly store: Reads;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The service with which groups add their checks to `service.status`, `service.doctor` and `/metrics`. */
export interface Checks {
  /** Call it in a plugin's setup. Returns a function that removes the check. */
  register(check: Check): () => void;
}

/** Provided by the service group. Declare it as `optional(checks)`: groups must work without it, too. */
export const checks = defineService<Checks>("service.checks");

/** A metric that goes up and down: one value, or one for each set of labels. */
export const gauge = (name: string, help: string, value: number | readonly Sample[]): Metric => ({
  ...{ name, help, type: "gauge", samples: typeof value === "number" ? [{ value }] : value },
});

/** A metric that only ever grows, until the process starts again. */
export const counter = (name: string, help: string, value: number | readonly Sample[]): Metric => ({
  ...gauge(name, help, value),
  type: "counter",
});
