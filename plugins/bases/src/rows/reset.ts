import { digestOf, type Transacting } from "@postern/core";
import type { PropertyRecord, RowRecord, SchemaRecord } from "../collections.ts";
import { agentRequested } from "../events.ts";
import { liveOf } from "../schema/find.ts";
import { typeOf } from "../types/index.ts";

/** Whether two values differ. */
export const isDifferent = (a: unknown, b: unknown): boolean =>
  a !== b && (typeof a !== "object" || typeof b !== "object" || digestOf(a ?? null) !== digestOf(b ?? null));

/** Clears values that an agent filled in from properties that have changed, unless the change also sets them. */
export function withoutOutdated(
  values: RowRecord["values"],
  before: RowRecord["values"],
  schema: SchemaRecord,
): RowRecord["values"] {
  const after = { ...values };
  for (const property of agentsOf(schema)) {
    if (isDifferent(values[property.id], before[property.id])) continue;
    const { resetOn = property.config.inputs ?? [] } = property.config;
    if (resetOn.some((id) => isDifferent(values[id], before[id]))) delete after[property.id];
  }
  return after;
}

/** Asks agents for missing values if their inputs exist and have changed. */
export function askAgents(
  { emit }: Pick<Transacting, "emit">,
  row: RowRecord,
  before: RowRecord["values"] | undefined,
  schema: SchemaRecord,
): void {
  const live = liveOf(schema);
  for (const { id, key, config } of agentsOf(schema)) {
    const inputs = (config.inputs ?? []).flatMap((input) => live.find((one) => one.id === input) ?? []);
    const isNew = before === undefined || inputs.some((input) => isDifferent(row.values[input.id], before[input.id]));
    const isEmpty = row.values[id] === undefined;
    if (!isEmpty || !(isNew || before?.[id] !== undefined)) continue;
    const given = inputs.filter((input) => row.values[input.id] !== undefined);
    if (inputs.length > 0 && given.length === 0) continue;
    emit(agentRequested, {
      baseId: row.baseId,
      row: row.id,
      property: key,
      agentId: config.agent as string,
      instructions: config.instructions as string,
      inputs: Object.fromEntries(
        given.map((input) => [input.key, typeOf(input.type).show(row.values[input.id], input.config)]),
      ),
    });
  }
}

const agentsOf = (schema: SchemaRecord): PropertyRecord[] => liveOf(schema).filter(({ type }) => type === "agent");
