import type { MaybePromise } from "@postern/core";
import type { Check, CheckResult, Checks, Finding, StatusItem } from "@postern/core/checks";

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
  run(ctx: Parameters<Check["run"]>[0]): Promise<Checked[]>;
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
  };
}

/** Runs a check. One that fails or takes too long is a finding itself. */
export async function runCheck(name: string, run: () => MaybePromise<CheckResult>): Promise<Checked> {
  let late: NodeJS.Timeout | undefined;
  try {
    const limit = new Promise<never>((_resolve, reject) => {
      late = setTimeout(() => reject(new Error(`it took longer than ${LIMIT / 1000} seconds`)), LIMIT);
    });
    const { items = [], findings = [] } = await Promise.race([(async () => run())(), limit]);
    return { name, items, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const evidence = `The check "${name}" failed: ${reason.slice(0, 300)}`;
    const finding: Finding = { id: "check.failed", severity: "error", evidence, fix: "postern service verify" };
    return { name, items: [], findings: [finding] };
  } finally {
    clearTimeout(late);
  }
}
