import type { PropertyRecord } from "../collections.ts";
import { rankedAt } from "./rank.ts";

/** The maximum number of properties of a base, including deleted ones. */
export const MAX_PROPERTIES = 200;

/** Moves or adds a property to a position among the live ones, and renumbers the properties. */
export function withPosition(
  properties: readonly PropertyRecord[],
  one: PropertyRecord,
  position?: number,
): PropertyRecord[] {
  const others = properties.filter(({ id }) => id !== one.id);
  const live = others.filter(({ deletedAt }) => deletedAt === undefined);
  const at = Math.min(position ?? live.length, live.length);
  const inOrder = rankedAt([...live.slice(0, at), one, ...live.slice(at)], at);
  return renumbered([...inOrder, ...others.filter((other) => !live.includes(other))]);
}

/** Numbers the live properties. A deleted one keeps its position, to be restored there. */
export function renumbered(properties: readonly PropertyRecord[]): PropertyRecord[] {
  let position = 0;
  return properties.map((property) =>
    property.deletedAt === undefined ? { ...property, position: position++ } : property,
  );
}
