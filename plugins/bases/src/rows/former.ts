import type { RowRecord, SchemaRecord } from "../collections.ts";
import { liveOf } from "../schema/find.ts";
import type { Row } from "../schemas.ts";
import { currentValues } from "./current.ts";
import { isDifferent } from "./reset.ts";
import { showRow } from "./row.ts";

/**
 * The values, by property id, that restore a row after a change, including those that the change cleared. Undefined if
 * nothing has changed, or if an update cannot restore it.
 */
export function formerValues(stored: RowRecord, after: Row, schema: SchemaRecord): RowRecord["values"] | undefined {
  const before = currentValues(stored, schema);
  const { values: shown } = showRow(stored, schema);
  const changed = liveOf(schema).filter(({ key }) => isDifferent(after.values[key], shown[key]));
  // An approval names who decided and when, and a required property cannot be cleared.
  const isLost = changed.some(({ id, type, required }) => (before[id] === undefined ? required : type === "approval"));
  if (changed.length === 0 || isLost) return undefined;
  return Object.fromEntries(changed.map(({ id }) => [id, before[id] ?? null]));
}
