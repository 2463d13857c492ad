import type { Reads } from "@postern/core";
import type { Check, Finding } from "@postern/kit/checks";
import { lasts, problems, rules } from "./collections.ts";
import { MAX_RULES } from "./match/rule-index.ts";
import { isGood } from "./outcome.ts";

const HOUR = 60 * 60 * 1_000;
/** Problems are no longer reported after this time, in milliseconds. */
const FORGOTTEN = 24 * HOUR;
/** Maximum number of problems that are reported. */
const MAX_FINDINGS = 20;

/** Reports rules whose runs fail, that cause each other, or whose context has ended. */
export const rulesCheck: Check = {
  name: "rules",
  async run({ store, now }) {
    const enabled = await store.count(rules, { by: "byStatus", prefix: ["enabled"], limit: MAX_RULES });
    const all = await store.count(rules, { limit: MAX_RULES });
    return {
      items: [{ name: "rules", value: `${enabled} of ${all} enabled` }],
      findings: [...(await recentProblems(store, now)), ...(await ended(store))],
    };
  },
};

async function recentProblems(store: Reads, now: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { items } = await store.placed(problems, { reverse: true, limit: MAX_FINDINGS });
  for (const [kind, ruleId] of items as [string, string][]) {
    const rule = await store.get(rules, ruleId);
    const last = await store.get(lasts, ruleId, "error");
    if (rule?.status !== "enabled" || !last || now - last.at > FORGOTTEN) continue;
    const run = kind === "failure" && (await store.get(lasts, ruleId, "run"));
    // It has worked since then.
    if (run && run.status !== undefined && isGood(run.status)) continue;
    findings.push(findingOf(kind, rule, last.text ?? ""));
  }
  return findings;
}

function findingOf(kind: string, { id, name }: { id: string; name: string }, text: string): Finding {
  const fix = `postern rules show ${id}`;
  if (kind === "loop")
    return {
      ...{ id: "rules.loop", severity: "error", fix: `postern rules disable ${id}` },
      evidence: `Runs of the rule "${name}" were stopped, because rules cause each other: ${text}`,
    };
  const [what, problem] = kind === "filter" ? ["filter_failing", "Filter"] : ["run_failed", "Last failed run"];
  return { id: `rules.${what}`, severity: "warning", fix, evidence: `${problem} of the rule "${name}": ${text}` };
}

/** Rules that were disabled because their context has ended. */
async function ended(store: Reads): Promise<Finding[]> {
  const place = { by: "byReason", prefix: ["context_ended"], limit: MAX_FINDINGS } as const;
  const { items } = await store.find(rules, place);
  return items.map(({ id, name, contextId }) => ({
    id: "rules.context_ended",
    severity: "warning",
    evidence: `The rule "${name}" is disabled, because its context ${contextId} or one above it has ended`,
    fix: `postern rules remove ${id} --yes`,
  }));
}
