import { type Caller, includesRight, partsOfGrant } from "@postern/core";

/** A record that belongs to its creator. */
export interface Owned {
  readonly id: string;
  /** A principal: `agent:<id>` or `user:<context id>`. Records created before owners were stored have none. */
  readonly ownerId?: string | undefined;
}

/**
 * Whether the caller may use a record that belongs to its creator: the owner, an admin, or a caller with a grant that
 * names it (`calendars:read@home`). A grant on the whole group is not enough, and a record without an owner is for
 * admins.
 */
export const canAccess = (caller: Caller, scope: string, { id, ownerId }: Owned): boolean =>
  caller.isAdmin || caller.principal === ownerId || isShared(caller, scope, id);

/**
 * Whether a resource was shared with the caller by someone who may share it: every context of its chain has full access
 * or a grant that names the resource. Otherwise a caller with only the scope could derive a key that names any
 * resource.
 */
function isShared({ chain }: Caller, scope: string, id: string): boolean {
  return chain.every((grants) =>
    grants.some((grant) => {
      const { right, resource } = partsOfGrant(grant);
      return grant === "*" || (resource === id && includesRight(right, scope));
    }),
  );
}

/** Whether a list that is filtered by limited grants (`narrowed`) shows a resource to a caller. */
export function isGranted(caller: Caller, scope: string, id: string, operation?: string): boolean {
  const reach = caller.reach(scope, operation);
  return reach === "all" || reach.has(id);
}
