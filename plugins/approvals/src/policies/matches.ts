import type { Caller, ReviewedCall } from "@postern/core";
import { anyTypeMatcher } from "@postern/kit/cloudevents";
import { isWithin } from "./hours.ts";
import type { Match, Policy } from "./schemas.ts";

/** A policy in the form in which calls are compared with it. */
export interface PreparedPolicy {
  readonly policy: Policy;
  matches(call: ReviewedCall, now: number): boolean;
  /** Whether it allows an operation on a resource to a caller, at least at some time and with some input. */
  mayAllow(operation: string, resource: string, caller: Pick<Caller, "agentId" | "contextId">): boolean;
}

export function prepare(policy: Policy): PreparedPolicy {
  const { match } = policy;
  const isOperation = anyTypeMatcher(match.operations);
  const isAmong = (list: readonly string[] | undefined, one: string | undefined) =>
    list === undefined || (one !== undefined && list.includes(one));
  return {
    policy,
    matches({ operation, input, caller }, now) {
      return (
        isOperation(operation.id) &&
        isAmong(match.effects, operation.effect) &&
        isAmong(match.agents, caller.agentId) &&
        isAmong(match.contexts, caller.contextId) &&
        areResources(match.resources, [operation.resource?.(input as never) ?? []].flat()) &&
        (match.limits ?? []).every((limit) => isWithinLimit(limit, input)) &&
        (match.inputAtMost === undefined || JSON.stringify(input ?? {}).length <= match.inputAtMost) &&
        (match.hours === undefined || isWithin(match.hours, now))
      );
    },
    mayAllow: (operation, resource, { agentId, contextId }) =>
      policy.action === "allow" &&
      isAmong(match.agents, agentId) &&
      isAmong(match.contexts, contextId) &&
      isAmong(match.resources, resource) &&
      isOperation(operation),
  };
}

/** A call that names no resource is not about one of those in the policy. */
const areResources = (allowed: readonly string[] | undefined, named: readonly string[]): boolean =>
  allowed === undefined || (named.length > 0 && named.every((one) => allowed.includes(one)));

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
