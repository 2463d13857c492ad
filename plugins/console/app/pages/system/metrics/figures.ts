import type { Sample } from "./parse.ts";

/** The calls of an operation since the gateway started. */
export interface Calls {
  readonly operation: string;
  readonly count: number;
  /** Calls that ended with an error. */
  readonly errors: number;
  /** Mean time in milliseconds. */
  readonly meanMs: number;
  /** 95 % of the calls took no longer than this, in milliseconds, as far as the histogram knows. */
  readonly p95Ms: number | undefined;
}

export interface Queue {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  /** How long the first entry has been due, in seconds. */
  readonly dueSeconds: number;
}

/** What the page shows of one reading of the metrics. */
export interface Figures {
  /** When it was read, in Unix milliseconds. */
  readonly at: number;
  readonly calls: number;
  readonly errors: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly loopDelayMs: number;
  readonly operations: readonly Calls[];
  readonly queues: readonly Queue[];
  /** Mean number of commits that were written together, and the mean time of a write in milliseconds. */
  readonly commits: { readonly groups: number; readonly size: number; readonly ms: number };
}

export function figuresOf(samples: readonly Sample[], at: number): Figures {
  const byName = groupsOf(samples, ({ name }) => name);
  const all = (name: string): readonly Sample[] => byName.get(name) ?? [];
  const one = (name: string): number => all(name)[0]?.value ?? 0;
  const operations = operationsIn(all);
  const sum = (member: "count" | "errors"): number => operations.reduce((total, calls) => total + calls[member], 0);
  const groups = one("postern_commit_group_size_count");
  return {
    at,
    calls: sum("count"),
    errors: sum("errors"),
    cpuSeconds: one("process_cpu_seconds_total"),
    memoryBytes: one("process_resident_memory_bytes"),
    loopDelayMs: one("nodejs_eventloop_lag_p99_seconds") * 1_000,
    operations,
    queues: queuesIn(all),
    commits: {
      groups,
      size: groups === 0 ? 0 : one("postern_commit_group_size_sum") / groups,
      ms: groups === 0 ? 0 : (one("postern_commit_group_duration_seconds_sum") / groups) * 1_000,
    },
  };
}

type All = (name: string) => readonly Sample[];

function operationsIn(all: All): Calls[] {
  const of = (name: string) => groupsOf(all(name), ({ labels }) => labels.operation ?? "");
  const sums = of("postern_call_duration_seconds_sum");
  const counts = of("postern_call_duration_seconds_count");
  const buckets = of("postern_call_duration_seconds_bucket");
  return [...of("postern_calls_total")]
    .map(([operation, outcomes]) => {
      const timed = counts.get(operation)?.[0]?.value ?? 0;
      const total = outcomes.reduce((sum, { value }) => sum + value, 0);
      const done = outcomes.filter(({ labels }) => labels.outcome === "done");
      return {
        operation,
        count: total,
        errors: total - done.reduce((sum, { value }) => sum + value, 0),
        meanMs: timed === 0 ? 0 : ((sums.get(operation)?.[0]?.value ?? 0) / timed) * 1_000,
        p95Ms: boundOf(buckets.get(operation) ?? [], timed * 0.95),
      };
    })
    .sort((one, other) => other.count - one.count || one.operation.localeCompare(other.operation));
}

/** The bound of the first bucket that holds so many calls. Undefined if that is the last one, which has no bound. */
function boundOf(buckets: readonly Sample[], calls: number): number | undefined {
  const found = buckets.find(({ value }) => value >= calls);
  const bound = Number(found?.labels.le);
  return Number.isFinite(bound) ? bound * 1_000 : undefined;
}

function queuesIn(all: All): Queue[] {
  const due = new Map(all("postern_queue_oldest_due_seconds").map(({ labels, value }) => [labels.queue, value]));
  return [...groupsOf(all("postern_queue_entries"), ({ labels }) => labels.queue ?? "")]
    .map(([name, states]) => {
      const count = (state: string): number => states.find(({ labels }) => labels.state === state)?.value ?? 0;
      const counts = { waiting: count("waiting"), running: count("running"), dead: count("dead") };
      return { name, ...counts, dueSeconds: due.get(name) ?? 0 };
    })
    .sort((one, other) => other.dead - one.dead || other.waiting - one.waiting || one.name.localeCompare(other.name));
}

/** The change of a count between two readings, per second. */
export const rateOf = (readings: readonly Figures[], member: "calls" | "errors" | "cpuSeconds"): readonly number[] =>
  readings.slice(1).map((now, index) => {
    const before = readings[index] as Figures;
    // A gateway that was restarted counts from zero.
    return Math.max(0, now[member] - before[member]) / Math.max(1, (now.at - before.at) / 1_000);
  });

function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
