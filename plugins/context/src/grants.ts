import {
  type Caller,
  covers,
  executing,
  type Grant,
  gatewayErrors,
  isGrant,
  isWithheld,
  type Manifest,
  partsOfGrant,
  suggest,
} from "@postern/core";

/** Checks of grants against the scopes and operations of a gateway. */
export interface Rights {
  /** Refuses unknown grants, so that a typo is found when the key is created and not when it is used. */
  assertKnown(grants: readonly Grant[]): void;
  /** Refuses a grant that a context in the chain does not have: a key can only pass on its own grants. */
  assertHeld(grants: readonly Grant[], chain: Caller["chain"]): void;
  /** Refuses a grant that names an operation which is withheld from the caller: it must not pass on what it may not call. */
  assertOffered(grants: readonly Grant[], caller: Caller): void;
  /** The grants that every context in the chain has. */
  heldBy(chain: Caller["chain"]): Grant[];
}

export function rightsIn({ groups, operations }: Manifest): Rights {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const scopes = new Map(operations.map(({ id, scope }) => [id, scope]));
  const words = new Set(groups.flatMap(({ name, scopes }) => wordsOf(scopes).map((word) => `${name}:${word}`)));
  const scopeOf = (operation: string) => scopes.get(operation);
  const isHeld = (grant: Grant, chain: Caller["chain"]) => chain.every((held) => covers(held, grant, scopeOf));

  return {
    assertKnown(grants) {
      const issues = grants.flatMap((grant, at) => {
        const [right = ""] = executing(grant).split("@");
        if (isGrant(grant) && (right === "*" || words.has(right) || scopes.has(right))) return [];
        const [near] = suggest(right, [...words, ...scopes.keys()]);
        const hint = near === undefined ? "" : `. Did you mean ${near}${grant.slice(right.length)}?`;
        const message = `must be a scope or an operation of this gateway, not ${JSON.stringify(grant)}${hint}`;
        return [{ path: `/scopes/${at}`, code: "grant", message }];
      });
      if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
    },
    assertHeld(grants, chain) {
      const missing = grants.find((grant) => !isHeld(grant, chain));
      if (missing !== undefined) throw gatewayErrors.Forbidden({ scope: missing });
    },
    assertOffered(grants, caller) {
      const named = grants.map((grant) => byId.get(executing(partsOfGrant(grant).right)));
      const withheld = named.find((operation) => operation && isWithheld(operation, caller));
      if (withheld) throw gatewayErrors.Forbidden({ scope: withheld.id });
    },
    heldBy: (chain) => [...new Set(chain.flat())].filter((grant) => isHeld(grant, chain)),
  };
}

const wordsOf = (own: Readonly<Record<string, string>>): string[] => ["*", "read", "write", ...Object.keys(own)];
