import type { PropertyRecord } from "../collections.ts";
import { rankedAt } from "./rank.ts";

/** The most properties of a base, deleted ones included. */
export const MOST_PROPERTIES = 200;

/** The properties with one of them at a place among the live ones, and the places of all told anew. */
export function placed(
  properties: readonly PropertyRecord[],
  one: PropertyRecord,
  position?: number,
): PropertyRecord[] {
  const others = properties.filter(({ id }) => id !== one.id);
  const live = others.filter(({ deletedAt }) => deletedAt === undefined);
  const at = Math.min(position ?? live.length, live.length);
  const inOrder = rankedAt([...live.slice(0, at), one, ...live.slice(at)], at);
  return numbered([...inOrder, ...others.filter((other) => !live.includes(other))]);
}

/** Live ones first, by place; a deleted one keeps the place it had, to come back there. */
export function numbered(properties: readonly PropertyRecord[]): PropertyRecord[] {
  let position = 0;
  return properties.map((property) =>
    property.deletedAt === undefined ? { ...property, position: position++ } : property,
  );
}
