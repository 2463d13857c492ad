import type { OperationEntry } from "@postern/core";

/** An operation in the manifest, with the properties that its plugin declares. */
export interface Declared extends Pick<OperationEntry, "id" | "group" | "effect"> {
  readonly properties?: readonly string[];
}

/** Properties of operations whose result outlives the call or decides for the viewer. */
const GUARDED: ReadonlySet<string> = new Set(["gives-key", "gives-secret", "lasting", "decides"]);

/**
 * Whether pages of plugins get the operation only by its exact id, and only with a confirmation of each call: it creates
 * keys, answers secrets, decides approvals or sets up lasting work, so one call would give the page more than its rights.
 */
export const isGuarded = (operation: Declared): boolean =>
  operation.properties?.some((property) => GUARDED.has(property)) === true || isGuardedByGroup(operation);

/** Groups whose changes are guarded, whatever they declare. */
const GROUPS: ReadonlySet<string> = new Set([
  "approvals",
  "context",
  "credentials",
  "hooks",
  "responders",
  "rules",
  "schedules",
]);

/** Queries that answer tickets. */
const TICKETS: ReadonlySet<string> = new Set(["console.ticket", "events.ticket"]);

const isGuardedByGroup = ({ id, group, effect }: Declared): boolean =>
  TICKETS.has(id) || (effect !== "read" && (GROUPS.has(group) || id.includes(".connections.")));
