import type { CommandContext } from "@postern/core";
import type { BaseRecord, PropertyRecord, SchemaRecord } from "../collections.ts";
import { SchemaFull } from "../errors.ts";
import { propertyCreated } from "../events.ts";
import type { group } from "../group.ts";
import { advance } from "../schema/change.ts";
import { showProperty } from "../schema/configure.ts";
import { keyOf } from "../schema/create.ts";
import { liveOf } from "../schema/find.ts";
import { MAX_PROPERTIES, withPosition } from "../schema/position.ts";
import { reportOf } from "../schema/report.ts";
import { assertColumns, contentFault, headerNames, named } from "./header.ts";
import { type Inferred, inference } from "./infer.ts";
import type { Line, Lines } from "./line.ts";
import { textIn } from "./values.ts";

/** Lines whose values decide the type of a new property. */
const SAMPLE = 1_000;
const MAX_NAME = 200;

/** A property that an import creates for a column. */
export interface NewProperty extends Inferred {
  /** A placeholder in the plan: the property gets its id when it is created. */
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** The properties for columns that match none of the base, with types from the first 1,000 lines. */
export async function newProperties(lines: Lines, schema: SchemaRecord, isEscaped: boolean): Promise<NewProperty[]> {
  const sample: Line[] = [];
  for await (const some of lines) {
    sample.push(...some);
    if (sample.length > SAMPLE) break;
  }
  const [header, ...values] = sample.slice(0, SAMPLE + 1);
  if (!header || header.fault) return [];
  assertColumns(header);
  const made: NewProperty[] = [];
  for (const [at, name] of headerNames(header).entries()) {
    const live = [...liveOf(schema), ...made.map(asRecord)];
    if (name === "" || named(name, live).length > 0) continue;
    if (name.length > MAX_NAME) throw contentFault("header", `has a column name longer than ${MAX_NAME} characters`);
    const column = inference();
    for (const { cells } of values) column.add(textIn(cells[at], { type: "text", config: {} }, isEscaped).trim());
    const key = freeKey(keyOf(name) ?? `column_${at + 1}`, live);
    made.push({ id: `new:${key}`, key, name, ...column.result() });
  }
  if (schema.properties.length + made.length > MAX_PROPERTIES) throw SchemaFull({ limit: MAX_PROPERTIES });
  return made;
}

function freeKey(key: string, live: readonly PropertyRecord[]): string {
  const isTaken = (one: string) => live.some((property) => property.key === one);
  let free = key;
  for (let n = 2; isTaken(free); n++) free = `${key.slice(0, 59)}_${n}`;
  return free;
}

const asRecord = (made: NewProperty): PropertyRecord => ({ ...made, required: false, position: 0 });

/** The schema with new properties, for checking lines. */
export const schemaWith = (schema: SchemaRecord, made: readonly NewProperty[]): SchemaRecord => ({
  ...schema,
  properties: [...schema.properties, ...made.map(asRecord)],
});

/** `worth (number)`. */
export const listed = (made: readonly NewProperty[]): string =>
  made.map(({ key, type, config }) => `${key} (${type}${config.includeTime ? " with time" : ""})`).join(", ");

/** Creates the properties in one version of the schema; returns it, and the ids by placeholder. */
export async function createProperties(
  ctx: CommandContext<typeof group>,
  base: BaseRecord,
  before: SchemaRecord,
  made: readonly NewProperty[],
): Promise<{ schema: SchemaRecord; idOf: (id: string) => string }> {
  if (made.length === 0) return { schema: before, idOf: (id) => id };
  const ids = new Map(made.map(({ id }) => [id, ctx.id("prop_")]));
  const idOf = (id: string) => ids.get(id) ?? id;
  let { properties } = before;
  for (const one of made) properties = withPosition(properties, { ...asRecord(one), id: idOf(one.id) });
  const { schema } = await advance(ctx, base, before, properties);
  for (const kept of properties.filter(({ id }) => [...ids.values()].includes(id))) {
    const property = showProperty(kept, properties);
    const report = await reportOf(ctx.store, schema, kept);
    ctx.emit(propertyCreated, { baseId: base.id, schemaVersion: schema.version, property, report });
  }
  return { schema, idOf };
}
