import type { Caller } from "../define/caller.ts";
import { includes, partsOf } from "../define/grant.ts";

/** Something that belongs to whoever created it. */
export interface Owned {
  readonly id: string;
  /** A principal: `agent:<id>` or `user:<context id>`. Records from before owners were stored have none. */
  readonly ownerId?: string | undefined;
}

/**
 * Whether the caller may use something that belongs to its creator: its owner may, an admin, and whoever was given a
 * grant that names it (`calendars:read@home`). A grant on the whole group is not enough, and a record without an owner
 * is for admins.
 */
export const isTheirs = (caller: Caller, scope: string, { id, ownerId }: Owned): boolean =>
  caller.isAdmin || caller.principal === ownerId || isShared(caller, scope, id);

/**
 * Whether a resource was shared with the caller by somebody who may share it: each context of its chain has everything
 * or a grant that names the resource. Who has the scope alone could otherwise derive a key that names anything.
 */
function isShared({ chain }: Caller, scope: string, id: string): boolean {
  return chain.every((grants) =>
    grants.some((grant) => {
      const { right, resource } = partsOf(grant);
      return grant === "*" || (resource === id && includes(right, scope));
    }),
  );
}

/** Whether a list that filters by a narrowed grant (`narrowed`) shows a resource to a caller. */
export function isReached(caller: Caller, scope: string, id: string, operation?: string): boolean {
  const reach = caller.reach(scope, operation);
  return reach === "all" || reach.has(id);
}
