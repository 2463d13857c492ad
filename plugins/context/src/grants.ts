import { type Caller, covers, type Grant, gatewayErrors, isGrant, type Manifest } from "@postern/core";

/** What grants can speak of in one gateway, by its manifest. */
export interface Rights {
  /** Refuses a grant that nothing here asks for: a slip of the pen would else be found when the key is used. */
  assertKnown(grants: readonly Grant[]): void;
  /** Refuses what somebody along the chain does not hold: a key hands on what it has, and no more. */
  assertHeld(grants: readonly Grant[], chain: Caller["chain"]): void;
  /** The grants that all along the chain hold. */
  heldBy(chain: Caller["chain"]): Grant[];
}

export function rightsIn({ groups, operations }: Manifest): Rights {
  const scopes = new Map(operations.map(({ id, scope }) => [id, scope]));
  const words = new Set(groups.flatMap(({ name, scopes }) => wordsOf(scopes).map((word) => `${name}:${word}`)));
  const scopeOf = (operation: string) => scopes.get(operation);
  const isHeld = (grant: Grant, chain: Caller["chain"]) => chain.every((held) => covers(held, grant, scopeOf));

  return {
    assertKnown(grants) {
      const issues = grants.flatMap((grant, at) => {
        const [right = ""] = grant.split("@");
        if (isGrant(grant) && (right === "*" || words.has(right) || scopes.has(right))) return [];
        return [{ path: `/scopes/${at}`, code: "grant", message: "names no scope and no operation of this gateway" }];
      });
      if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
    },
    assertHeld(grants, chain) {
      const missing = grants.find((grant) => !isHeld(grant, chain));
      if (missing !== undefined) throw gatewayErrors.Forbidden({ scope: missing });
    },
    heldBy: (chain) => [...new Set(chain.flat())].filter((grant) => isHeld(grant, chain)),
  };
}

const wordsOf = (own: Readonly<Record<string, string>>): string[] => ["*", "read", "write", ...Object.keys(own)];
