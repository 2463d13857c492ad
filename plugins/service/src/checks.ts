import type { MaybePromise } from "@postern/core";
import type { Check, CheckContext, CheckResult, Checks, Finding, Metric, StatusItem } from "@postern/kit/checks";

/** How long a check may take, in milliseconds. */
const LIMIT = 5_000;

/** The result of a check that has run. */
export interface Checked {
  readonly name: string;
  readonly items: readonly StatusItem[];
  readonly findings: readonly Finding[];
}

/** The checks of other groups. */
export interface Registry extends Checks {
  run(ctx: CheckContext): Promise<Checked[]>;
  /** The metrics of all groups, and which groups have answered in time. */
  metrics(ctx: CheckContext): Promise<Metric[]>;
}

export function createRegistry(): Registry {
  const registered = new Map<string, Check>();
  return {
    register(check) {
      const { name } = check;
      if (registered.has(name)) throw new Error(`The group "${name}" has already registered a check`);
      registered.set(name, check);
      return () => {
        if (registered.get(name) === check) registered.delete(name);
      };
    },
    run: (ctx) => Promise.all([...registered.values()].map((check) => runCheck(check.name, () => check.run(ctx)))),
    async metrics(ctx) {
      const measuring = [...registered.values()].filter(({ metrics }) => metrics);
      const all = await Promise.allSettled(measuring.map((check) => withLimit(async () => check.metrics?.(ctx) ?? [])));
      const samples = measuring.map(({ name: group }, at) => ({
        labels: { group },
        value: Number(all[at]?.status === "fulfilled"),
      }));
      const help = "1 if the metrics of the group were read, 0 if that failed or took too long";
      const read: Metric = { name: "postern_group_metrics_read", help, type: "gauge", samples };
      return [read, ...all.flatMap((one) => (one.status === "fulfilled" ? one.value : []))];
    },
  };
}

/** Rejects if the work takes too long. */
async function withLimit<T>(work: () => Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error(`it took longer than ${LIMIT / 1000} seconds`)), LIMIT);
  });
  return Promise.race([work(), limit]).finally(() => clearTimeout(late));
}

/** Runs a check. One that fails or takes too long is a finding itself. */
export async function runCheck(name: string, run: () => MaybePromise<CheckResult>): Promise<Checked> {
  try {
    const { items = [], findings = [] } = await withLimit(async () => run());
    return { name, items, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const evidence = `The check "${name}" failed: ${reason.slice(0, 300)}`;
    const finding: Finding = { id: "check.failed", severity: "error", evidence, fix: "postern service verify" };
    return { name, items: [], findings: [finding] };
  }
}
