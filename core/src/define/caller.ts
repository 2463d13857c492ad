import { executing, type Grant, intersect, PROPOSE, type Reach, reachOf } from "./grant.ts";

/** Who calls: the context of a key, limited by the grants of every context it was derived from. */
export interface Caller {
  /** `ctx_…`: the actor of events. It stays the same when the key is rotated. */
  readonly contextId: string;
  readonly label: string;
  /** The current agent, if the context belongs to one. */
  readonly agentId: string | undefined;
  /**
   * Who is behind the context: `agent:<id>` or `user:<id>`. All contexts derived from one another have the same, unless an
   * administrator named another. The owner, reader and requester everywhere.
   */
  readonly principal: string;
  /** The ids of the context and of each context above it, its own first. */
  readonly lineage: readonly string[];
  /** Sees and manages everything. */
  readonly isAdmin: boolean;
  /** Its key was rotated and is valid only for its grace period: it cannot manage keys. */
  readonly isRetiring: boolean;
  /** Properties of operations that it may call only if its own grants name them, however many rights it has. */
  readonly withheld: readonly string[];
  /** The grants of the context, then those of each context above it. */
  readonly chain: readonly (readonly Grant[])[];
  /**
   * Which resources the caller reaches with a scope. An empty set means none. For `propose:<scope>` those for which it may
   * propose commands or execute them.
   */
  reach(scope: string, operation?: string): Reach;
  /** Whether the caller has a scope for every resource, or for the named resource. */
  allows(scope: string, resource?: string): boolean;
}

/**
 * Creates an immutable caller. `chain` has one list of grants per context, its own first: every list must allow a
 * right.
 */
export function createCaller(
  def: Pick<Caller, "contextId" | "chain"> &
    Partial<Pick<Caller, "label" | "principal" | "lineage" | "agentId" | "isAdmin" | "isRetiring" | "withheld">>,
): Caller {
  const { contextId, label = contextId, agentId, isRetiring = false, withheld = [], lineage = [contextId] } = def;
  const { principal = agentId === undefined ? `user:${contextId}` : `agent:${agentId}` } = def;
  const chain = Object.freeze(def.chain.map((grants) => Object.freeze([...grants])));
  const known = new Map<string, Reach>();
  const reach = (scope: string, operation?: string): Reach => {
    if (scope === "any") return "all";
    const name = scope.startsWith(PROPOSE) ? `${scope} ${operation}` : (operation ?? scope);
    let found = known.get(name);
    if (found === undefined) {
      found = chain.reduce<Reach>((so, grants) => intersect(so, reachOf(grants, scope, operation)), "all");
      known.set(name, found);
    }
    // A copy, so that nobody can change the remembered set.
    return found === "all" ? found : new Set(found);
  };
  const caller: Caller = {
    contextId,
    label,
    agentId,
    principal,
    lineage: Object.freeze([...lineage]),
    isAdmin: def.isAdmin ?? chain.every((grants) => grants.includes("*")),
    isRetiring,
    withheld,
    chain,
    reach,
    allows(scope, resource) {
      const found = reach(scope);
      return found === "all" || (resource !== undefined && found.has(resource));
    },
  };
  return Object.freeze(caller);
}

/**
 * The same caller with the rights it may propose, as if they were granted: a proposal is planned with them. It does not
 * see everything by them, even if it may propose everything.
 */
export const proposer = (caller: Caller): Caller =>
  createCaller({ ...caller, chain: caller.chain.map((grants) => grants.map(executing)) });

/** The caller if an embedder of the gateway names none: it may do everything. */
export const owner: Caller = createCaller({ contextId: "ctx_local", label: "this process", chain: [["*"]] });

/** The caller of an operation that a deployment has opened. */
export const anonymous: Caller = createCaller({ contextId: "ctx_anonymous", label: "anonymous", chain: [[]] });
