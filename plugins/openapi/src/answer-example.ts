import { sample } from "openapi-sampler";
import type { Json } from "./json.ts";

/** An example time, for schemas that only specify a number or a string. */
const TIME = "2026-11-20T08:00:00.000Z";
const IS_TIME = /(^at|At|Time)$/;

/**
 * An example response generated from its schema, so that it is the same in each document. Patterns that are too complex
 * for generated examples require `examples` in the schema.
 */
export function answerExample(schema: Json, components: Json): unknown {
  const options = { enablePatterns: true, quiet: true };
  return timed(sample(schema, options, { components: { schemas: components } }));
}

function timed(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => timed(item));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, timed(inner, name)]));
  if (!IS_TIME.test(name)) return value;
  if (value === "string") return TIME;
  return value === 0 ? Date.parse(TIME) : value;
}
