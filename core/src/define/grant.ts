/**
 * A right of a key: `*`, `chats:*`, `chats:read`, `chats:write`, `chats:raw` or `chats.messages.create`, each
 * optionally followed by `@<resource id>`. With `propose:` before it, commands are not executed but wait for approval.
 */
export type Grant = string;

/** The pattern of a grant. */
export const GRANT =
  /^(propose:)?(?!propose:)(\*|[a-z][a-z0-9-]{0,31}:(\*|[a-z][a-z0-9_-]{0,31})|[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+)(@[A-Za-z0-9][A-Za-z0-9._~:-]{0,127})?$/;

/** Whether a text has the form of a scope or grant, such as `chats:read@work`. */
export const isGrant = (text: string): boolean => text.length <= 256 && GRANT.test(text);

/** The prefix of propose-only grants, and the scope under which `reach` returns what a caller may propose. */
export const PROPOSE = "propose:";

/** The same grant, with which commands are executed. */
export const executing = (grant: Grant): Grant => (grant.startsWith(PROPOSE) ? grant.slice(PROPOSE.length) : grant);

/** Which resources a set of grants reaches for one scope: all, or only the named ones. */
export type Reach = "all" | ReadonlySet<string>;

/** The part before `@`, and the resource after it. */
export function partsOf(grant: Grant): { right: string; resource: string | undefined } {
  const at = grant.indexOf("@");
  return at < 0 ? { right: grant, resource: undefined } : { right: grant.slice(0, at), resource: grant.slice(at + 1) };
}

/**
 * Whether `right` includes `scope`: write includes read, executing includes proposing, and the id of an operation
 * includes the scope of that operation.
 */
export function includes(right: string, scope: string, operation?: string): boolean {
  if (scope.startsWith(PROPOSE)) return includes(executing(right), executing(scope), operation);
  if (right === "*" || right === scope || right === operation) return true;
  const group = scope.slice(0, scope.indexOf(":"));
  return right === `${group}:*` || (scope.endsWith(":read") && right === `${group}:write`);
}

/** The resources that one list of grants reaches for a scope. */
export function reachOf(grants: readonly Grant[], scope: string, operation?: string): Reach {
  const named = new Set<string>();
  for (const grant of grants) {
    const { right, resource } = partsOf(grant);
    if (!includes(right, scope, operation)) continue;
    if (resource === undefined) return "all";
    named.add(resource);
  }
  return named;
}

export function intersect(left: Reach, right: Reach): Reach {
  if (left === "all" || right === "all") return left === "all" ? right : left;
  return new Set([...left].filter((resource) => right.has(resource)));
}

/** Whether a holder of `held` may pass on `grant`. `scopeOf` returns the scope of an operation. */
export function covers(
  held: readonly Grant[],
  grant: Grant,
  scopeOf: (operation: string) => string | undefined,
): boolean {
  const { right, resource } = partsOf(grant);
  const executed = executing(right);
  const scope = executed.includes(":") ? executed : (scopeOf(executed) ?? executed);
  const wanted = executed === right ? scope : PROPOSE + scope;
  return held.some((one) => {
    const own = partsOf(one);
    if (own.resource !== undefined && own.resource !== resource) return false;
    return includes(own.right, wanted, executed);
  });
}
