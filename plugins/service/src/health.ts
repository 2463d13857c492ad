import type { SetupContext, Static } from "@postern/core";
import { type Checked, createRegistry, type Registry } from "./checks.ts";
import { inOrder, problemsIn, type Setting, USUAL, VITAL } from "./findings.ts";
import type { group } from "./group.ts";
import type { CheckStatus, LastError, Problem } from "./schemas.ts";

/** How long an answer of `/health` is used again, in milliseconds: it needs no key. */
const FRESH = 2_000;
/** Maximum number of errors in a status. */
const MAX_ERRORS = 5;

interface Health {
  readonly status: "ok" | "degraded";
  readonly problems: Static<typeof Problem>[];
  readonly checks: Static<typeof CheckStatus>[];
  readonly lastErrors: Static<typeof LastError>[];
}

/** Whether everything works. `own`: the checks of the gateway itself. */
export async function healthIn(setting: Setting, own = USUAL): Promise<Health> {
  const [found, ofGroups] = await Promise.all([problemsIn(setting, own), setting.registry.run(setting)]);
  const isFailing = (findings: readonly { severity: string }[]) =>
    findings.some(({ severity }) => severity === "error") ? ("degraded" as const) : ("ok" as const);
  const all = ofGroups.flatMap(({ findings }) => findings);
  const { isAdmin } = setting;
  return {
    status: isFailing([...found, ...all]),
    problems: inOrder([...found, ...(isAdmin ? all : [])]).map(({ id, severity, evidence, fix }) => ({
      ...{ check: id, severity, message: evidence, fix },
    })),
    checks: ofGroups.map(({ name, items, findings }) => ({
      ...{ name, status: isFailing(findings) },
      items: isAdmin ? items.map(({ lastError: _, ...item }) => item) : [],
    })),
    lastErrors: isAdmin ? lastErrorsIn(ofGroups) : [],
  };
}

/** The errors that groups report, newest first. */
const lastErrorsIn = (checked: readonly Checked[]): Health["lastErrors"] =>
  checked
    .flatMap(({ name: group, items }) =>
      items.flatMap(({ name, lastError }) => (lastError ? [{ source: `${group}: ${name}`, ...lastError }] : [])),
    )
    .sort((left, right) => right.at - left.at)
    .slice(0, MAX_ERRORS);

/** The checks of all groups, and the answer of `/health`. */
export function createHealth(host: SetupContext<typeof group>): {
  registry: Registry;
  health(): Promise<Health["status"]>;
} {
  const registry = createRegistry();
  const { config, store, services } = host;
  let last: { readonly at: number; readonly status: Promise<Health["status"]> } | undefined;
  return {
    registry,
    health() {
      const at = performance.now();
      if (last === undefined || at - last.at > FRESH) {
        const setting = { ...services, data: config.data, store, registry, now: host.now(), isAdmin: true };
        last = { at, status: healthIn(setting, VITAL).then(({ status }) => status) };
      }
      return last.status;
    },
  };
}
