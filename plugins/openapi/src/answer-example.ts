import { sample } from "openapi-sampler";
import type { Json } from "./json.ts";

/** A moment that people know for one, where a schema says no more than that it is a number or a text. */
const TIME = "2026-11-20T08:00:00.000Z";
const IS_TIME = /(^at|At|Time)$/;

/**
 * An example of an answer, made from its schema alone, so it is the same in each document. A pattern that no text can be
 * made for needs `examples` in its schema.
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
