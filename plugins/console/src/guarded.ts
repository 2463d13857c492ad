import type { OperationEntry, Property } from "@postern/core";

/** An operation in the manifest, as the rights of pages depend on it. */
export type Declared = Pick<OperationEntry, "id" | "group" | "effect" | "properties">;

/** Properties of operations whose result outlives the call, or that decide or take away in the name of the viewer. */
const GUARDED: ReadonlySet<Property> = new Set(["gives-key", "gives-secret", "lasting", "decides", "restricts"]);

/**
 * Whether pages of plugins get the operation only by its exact id, and only with a confirmation of each call: it creates
 * keys, answers secrets, decides approvals, sets up lasting work or ends it, so one call would give the page more than its
 * rights.
 */
export const isGuarded = ({ properties }: Pick<Declared, "properties">): boolean =>
  properties.some((property) => GUARDED.has(property));
