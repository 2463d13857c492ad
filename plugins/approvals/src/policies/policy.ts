import { gatewayErrors, type Manifest, type Reads, suggest, type Transacting } from "@postern/core";
import { typeMatcher } from "@postern/kit/cloudevents";
import { policies, policiesChanged } from "../collections.ts";
import { PolicyNotFound } from "../errors.ts";
import { policyUpdated } from "../events.ts";
import type { Match, Policy } from "./schemas.ts";

export async function findPolicy(store: Reads, id: string): Promise<Policy> {
  const policy = await store.get(policies, id);
  if (!policy) throw PolicyNotFound({ id });
  return policy;
}

/** Stores a policy, so that every process reads the policies again. */
export async function putPolicy({ store, stamp }: Pick<Transacting, "store" | "stamp">, policy: Policy): Promise<void> {
  await store.put(policies, policy);
  store.write(policiesChanged, stamp);
}

export async function removePolicy({ store, stamp }: Pick<Transacting, "store" | "stamp">, id: string): Promise<void> {
  await store.delete(policies, id);
  store.write(policiesChanged, stamp);
}

/** Changes a policy and reports it. */
export async function changePolicy(
  ctx: Pick<Transacting, "store" | "stamp" | "now" | "emit">,
  before: Policy,
  changes: Partial<Policy>,
): Promise<Policy> {
  const policy = { ...before, ...changes, updatedAt: ctx.now };
  await putPolicy(ctx, policy);
  ctx.emit(policyUpdated, { policy });
  return policy;
}

/** The position after all others. */
export async function lastPosition(store: Reads): Promise<number> {
  const { items } = await store.find(policies, { by: "byPosition", reverse: true, limit: 1 });
  return (items[0]?.position ?? 0) + 1;
}

/** Refuses a policy that could never match, such as one for a misspelled operation. */
export function assertMatch({ operations }: Manifest, { operations: globs, limits = [] }: Match): void {
  const commands = operations.filter(({ kind }) => kind === "command").map(({ id }) => id);
  const issues = globs.flatMap((glob, at) => {
    if (commands.some(typeMatcher(glob))) return [];
    const [near] = suggest(glob, commands);
    const hint = near === undefined ? "" : `. Did you mean ${near}?`;
    const message = `must match a command of this gateway, not ${JSON.stringify(glob)}${hint}`;
    return [{ path: `/match/operations/${at}`, code: "operation", message }];
  });
  const empty = limits.flatMap(({ atLeast, atMost }, at) =>
    atLeast === undefined && atMost === undefined
      ? [{ path: `/match/limits/${at}`, code: "limit", message: "requires atLeast or atMost" }]
      : [],
  );
  if (issues.length + empty.length > 0) throw gatewayErrors.InvalidInput({ issues: [...issues, ...empty] });
}

const VERBS = { allow: "allows", deny: "denies", propose: "asks for an approval of" } as const;

/** Says what a policy does to whom, in one sentence. */
export function summaryOf({ action, match }: Pick<Policy, "action" | "match">): string {
  const { operations, agents = [], principals = [], contexts = [] } = match;
  const callers = [...agents, ...principals, ...contexts].join(", ");
  const by = callers !== "" ? ` by ${callers}` : action === "allow" ? "" : " by every caller, also administrators";
  return `${VERBS[action]} ${operations.join(", ")}${by}`;
}
