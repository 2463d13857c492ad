import { gatewayErrors, type Reads } from "@postern/core";
import { type PropertyRecord, type RowRecord, rows, type SchemaRecord } from "../collections.ts";
import { liveOf } from "../schema/find.ts";
import { type Reading, typeOf } from "../types/index.ts";

/**
 * The values of a row after a change, by property id. All invalid values are reported in one error. null clears a
 * value.
 */
export function valuesAfter(
  before: RowRecord["values"],
  given: Readonly<Record<string, unknown>>,
  schema: SchemaRecord,
): RowRecord["values"] {
  const live = liveOf(schema);
  const byKey = new Map(live.map((property) => [property.key, property]));
  const values = { ...before };
  const issues: { path: string; code: string; message: string }[] = [];
  for (const [key, value] of Object.entries(given)) {
    const property = byKey.get(key) ?? live.find(({ id }) => id === key);
    const path = `/values/${key}`;
    if (!property) {
      issues.push({
        path,
        code: "unknown",
        message: `is not a property of this base, which has ${[...byKey.keys()].join(", ")}`,
      });
    } else if (value === null || value === "") {
      delete values[property.id];
    } else {
      const reading = typeOf(property.type).read(value, property.config);
      const offered: Reading = "fault" in reading ? reading : mayBeChosen(reading.value, before[property.id], property);
      if ("fault" in offered) issues.push({ path, code: "value", message: offered.fault });
      else values[property.id] = offered.value;
    }
  }
  for (const { key, id, required } of live) {
    if (required && values[id] === undefined && !issues.some(({ path }) => path === `/values/${key}`)) {
      issues.push({ path: `/values/${key}`, code: "required", message: "is required" });
    }
  }
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  return values;
}

/** An archived option can be kept, but not newly selected. */
export function mayBeChosen(value: unknown, before: unknown, { config: { options = [] } }: PropertyRecord): Reading {
  if (!options.some(({ archived }) => archived)) return { value };
  const kept = [before].flat();
  const chosen = [value].flat().map((id) => options.find((one) => one.id === id));
  const gone = chosen.find((option) => option?.archived && !kept.includes(option.id));
  return gone ? { fault: `must not be the archived option "${gone.name}"` } : { value };
}

/** Referenced rows must exist. */
export async function assertRefs(
  store: Reads,
  before: RowRecord["values"],
  values: RowRecord["values"],
  schema: SchemaRecord,
): Promise<void> {
  for (const { id, key, type } of liveOf(schema)) {
    const value = values[id];
    if (type !== "ref" || value === undefined || value === before[id]) continue;
    if (await store.get(rows, value as string)) continue;
    const issues = [
      { path: `/values/${key}`, code: "ref", message: `must be the id of an existing row: "${value}" does not exist` },
    ];
    throw gatewayErrors.InvalidInput({ issues });
  }
}
