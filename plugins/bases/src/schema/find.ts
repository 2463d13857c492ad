import type { PropertyRecord, SchemaRecord } from "../collections.ts";
import { PropertyAmbiguous, PropertyDeleted, PropertyNotDeleted, PropertyNotFound } from "../errors.ts";

type Properties = Pick<SchemaRecord, "properties">;

/** The properties that are not deleted, in order. */
export const liveOf = ({ properties }: Properties): PropertyRecord[] =>
  properties.filter(({ deletedAt }) => deletedAt === undefined);

/** Finds a property by id or key. A deleted one is found by its key only if no other property has that key. */
export function propertyOf({ properties }: Properties, ref: string): PropertyRecord {
  const byId = properties.find(({ id }) => id === ref);
  if (byId) return byId;
  const byKey = properties.filter(({ key }) => key === ref);
  const [found, ...others] = byKey;
  if (!found) throw PropertyNotFound({ prop: ref, keys: liveOf({ properties }).map(({ key }) => key) });
  if (others.length === 0) return found;
  throw PropertyAmbiguous({ prop: ref, candidates: byKey.map(({ id, name }) => ({ id, name })) });
}

export const deletedOf = ({ properties }: Properties): PropertyRecord[] =>
  properties.filter(({ deletedAt }) => deletedAt !== undefined);

/** Finds a deleted property by id or key. */
export function deletedPropertyOf(schema: Properties, ref: string): PropertyRecord {
  const deleted = deletedOf(schema).filter(({ id, key }) => id === ref || key === ref);
  const [only, ...others] = deleted;
  if (only && others.length === 0) return only;
  const found = propertyOf(only ? { properties: deleted } : schema, ref);
  if (found.deletedAt === undefined) throw PropertyNotDeleted({ propertyId: found.id });
  return found;
}

/** Finds a property by id or key that is not deleted. */
export function livePropertyOf(schema: Properties, ref: string): PropertyRecord {
  const live = liveOf(schema).find(({ id, key }) => id === ref || key === ref);
  if (live) return live;
  const { id } = propertyOf(schema, ref);
  throw PropertyDeleted({ propertyId: id });
}
