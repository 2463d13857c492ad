import type { OperationEntry } from "@postern/core";
import { isObject, type Json } from "../json.ts";
import { type Detail, FULL, fieldSchema, NAMES_ONLY } from "./field.ts";

/** Whether a call of an operation without `execute` may answer its plan. */
export const plansFirst = ({ dryRun }: Pick<OperationEntry, "dryRun">): boolean => dryRun !== "never";

/** Whether the tool of an operation has the field `planDigest`; the operation may have one of its own. */
export const takesDigest = (operation: Pick<OperationEntry, "dryRun" | "input">): boolean =>
  plansFirst(operation) && !Object.hasOwn(operation.input.properties as object, "planDigest");

/** The digest of the plan that was shown, beside the fields of an operation. */
const planDigest = (detail: Detail): Json => ({
  type: "string",
  ...(detail === FULL && { description: "The digest of the plan that was shown: execute exactly this plan" }),
});

/** Why a command that waits for approval is wanted, beside the fields of an operation. */
const approvalReason: Json = { type: "string", description: "Why you want it, for the person who approves it" };

/**
 * The input schema of a tool. Alternatives between required fields are left out, because clients refuse them at the
 * top of a schema; the gateway checks them.
 */
export function inputSchema(operation: OperationEntry, detail: Detail, isProposal = false): Json {
  const { anyOf: _, oneOf: __, allOf: ___, ...input } = operation.input;
  const { properties, required, additionalProperties, ...schema } = fieldSchema(input, detail);
  return {
    ...schema,
    properties: {
      ...(isObject(properties) ? properties : {}),
      ...(takesDigest(operation) && { planDigest: planDigest(detail) }),
      ...(isProposal && { approvalReason }),
    },
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

/**
 * The schema of `structuredContent`. In brief it only names members. A command may also answer its plan, so that none
 * of its members is required.
 */
export function outputSchema({ output, effect }: OperationEntry, detail: Detail): Json {
  if (detail === NAMES_ONLY) return { type: "object" };
  const { properties = {}, required = [] } = output as { properties?: Json; required?: readonly string[] };
  const isQuery = effect === "read";
  if (detail === FULL) {
    const { required: _, description: __, ...rest } = withoutTexts(fieldSchema(output, FULL)) as Json;
    return { ...rest, ...(isQuery && required.length > 0 && { required }) };
  }
  const named = isQuery
    ? { required }
    : { properties: Object.fromEntries(Object.keys(properties).map((n) => [n, {}])) };
  return { type: "object", ...(Object.keys(properties).length > 0 && named) };
}

/** Without descriptions and limits, which are for those who write values. */
function withoutTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTexts);
  if (!isObject(schema)) return schema;
  const { properties, patternProperties } = schema;
  const named = (given: unknown) =>
    isObject(given)
      ? Object.fromEntries(Object.entries(given).map(([name, one]) => [name, withoutTexts(one)]))
      : undefined;
  const rest = Object.entries(schema).filter(([word]) => KEPT.includes(word));
  return {
    ...Object.fromEntries(rest.map(([word, value]) => [word, VALUES.includes(word) ? value : withoutTexts(value)])),
    ...(properties !== undefined && { properties: named(properties) }),
    ...(patternProperties !== undefined && { patternProperties: named(patternProperties) }),
  };
}

const KEPT = ["type", "enum", "const", "items", "required", "anyOf", "oneOf"];
const VALUES = ["type", "enum", "const", "required"];
