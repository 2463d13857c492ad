import { type Grant, intersect, type Reach, reachOf } from "./grant.ts";

/** Who calls: the context of a key, with the rights that it and all it was derived from have. */
export interface Caller {
  /** `ctx_…`: the actor of events, the same after a rotation. */
  readonly contextId: string;
  readonly label: string;
  /** The current agent, where the context belongs to one. */
  readonly agentId: string | undefined;
  /** `agent:<id>` or `user:<context id>`: the default owner, reader and requester everywhere. */
  readonly principal: string;
  /** Sees and manages everything. */
  readonly isAdmin: boolean;
  /** Its key was rotated and goes on for its grace only: it manages no keys. */
  readonly isRetiring: boolean;
  /** The grants of the context, then of each context above it. */
  readonly chain: readonly (readonly Grant[])[];
  /** Which resources the caller reaches with a scope; an empty set means none. */
  reach(scope: string, operation?: string): Reach;
  /** Whether the caller has a scope for everything, or for the named resource. */
  allows(scope: string, resource?: string): boolean;
}

/** Makes a caller, which nobody can change; `chain` is one list of grants a context, its own first, and a right counts only where all have it. */
export function createCaller(
  def: Pick<Caller, "contextId" | "chain"> & Partial<Pick<Caller, "label" | "agentId" | "isRetiring">>,
): Caller {
  const { contextId, label = contextId, agentId, isRetiring = false } = def;
  const chain = Object.freeze(def.chain.map((grants) => Object.freeze([...grants])));
  const known = new Map<string, Reach>();
  const reach = (scope: string, operation?: string): Reach => {
    const name = operation ?? scope;
    let found = known.get(name);
    if (found === undefined) {
      found = chain.reduce<Reach>((so, grants) => intersect(so, reachOf(grants, scope, operation)), "all");
      known.set(name, found);
    }
    // A copy: whoever gets it cannot change what is remembered.
    return found === "all" ? found : new Set(found);
  };
  const caller: Caller = {
    contextId,
    label,
    agentId,
    principal: agentId === undefined ? `user:${contextId}` : `agent:${agentId}`,
    isAdmin: chain.every((grants) => grants.includes("*")),
    isRetiring,
    chain,
    reach,
    allows(scope, resource) {
      const found = reach(scope);
      return found === "all" || (resource !== undefined && found.has(resource));
    },
  };
  return Object.freeze(caller);
}

/** Whoever embeds the gateway and names no caller: may do everything. */
export const owner: Caller = createCaller({ contextId: "ctx_local", label: "this process", chain: [["*"]] });

/** Who calls an operation that a deployment has opened. */
export const anonymous: Caller = createCaller({ contextId: "ctx_anonymous", label: "anonymous", chain: [[]] });
