import { type Caller, keys, type ReviewedCall } from "@postern/core";
import { anyTypeMatcher } from "@postern/kit/cloudevents";
import { isWithin } from "./hours.ts";
import type { Match, Policy } from "./schemas.ts";

/** A policy in the form in which calls are compared with it. */
export interface PreparedPolicy {
  readonly policy: Policy;
  /** Whether it matches a call, whatever the resources of the call are. */
  matches(call: ReviewedCall, now: number): boolean;
  /**
   * Whether it matches the resources of a call. It allows only what it names completely; it denies, and asks for an
   * approval of, everything that touches one of its resources or may do so.
   */
  matchesResources(ids: readonly string[] | undefined, input: unknown): boolean;
  /** Whether it allows an operation on a resource to a caller, at least at some time and with some input. */
  mayAllow(operation: string, resource: string, caller: Pick<Caller, "agentId" | "principal" | "lineage">): boolean;
}

export function prepare(policy: Policy): PreparedPolicy {
  const { match } = policy;
  const isOperation = anyTypeMatcher(match.operations);
  const isAmong = (list: readonly string[] | undefined, one: string | undefined) =>
    list === undefined || (one !== undefined && list.includes(one));
  const isOneAmong = (list: readonly string[] | undefined, all: readonly (string | undefined)[]) =>
    list === undefined || all.some((one) => isAmong(list, one));
  // An agent that answers turns with the rights of somebody else is held back as both, and allowed as one of them.
  const both = <T>(other: T) => (policy.action === "allow" ? [] : [other]);
  // A context stands for everything that was derived from it.
  const isBy = ({ agentId, principal, lineage }: Pick<Caller, "agentId" | "principal" | "lineage">) =>
    isOneAmong(match.agents, [agentId, ...both(keys.agentOf(principal))]) &&
    isOneAmong(match.principals, [principal, ...both(agentId && keys.agentPrincipal(agentId))]) &&
    isOneAmong(match.contexts, lineage);
  return {
    policy,
    matches({ operation, input, caller }, now) {
      return (
        isOperation(operation.id) &&
        isAmong(match.effects, operation.effect) &&
        isBy(caller) &&
        (match.limits ?? []).every((limit) => isWithinLimit(limit, input)) &&
        (match.inputAtMost === undefined || JSON.stringify(input ?? {}).length <= match.inputAtMost) &&
        (match.hours === undefined || isWithin(match.hours, now))
      );
    },
    matchesResources(ids, input) {
      if (match.resources === undefined) return true;
      if (policy.action !== "allow")
        return ids === undefined || ids.some((id) => isAmong(match.resources, id)) || names(input, match.resources);
      return ids !== undefined && ids.length > 0 && ids.every((id) => isAmong(match.resources, id));
    },
    mayAllow: (operation, resource, caller) =>
      policy.action === "allow" && isBy(caller) && isAmong(match.resources, resource) && isOperation(operation),
  };
}

/** Whether an input has one of these ids as it is, such as that of a row, whose operations are about its base. */
const names = (input: unknown, ids: readonly string[]): boolean =>
  Object.values(Object(input))
    .flat()
    .some((value) => typeof value === "string" && ids.some((id) => value === id || value.startsWith(`${id}@`)));

type Limit = NonNullable<Match["limits"]>[number];

/** A member that is missing, or has no size, is within no limit: a policy that allows must not allow what it cannot measure. */
function isWithinLimit({ path, atLeast, atMost }: Limit, input: unknown): boolean {
  const size = sizeOf(memberAt(input, path));
  if (size === undefined) return false;
  return (atLeast === undefined || size >= atLeast) && (atMost === undefined || size <= atMost);
}

function memberAt(input: unknown, path: string): unknown {
  let value = input;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.length : undefined;
}
