import { type Static, T, type TDefault, type TNumeric, type TSchema } from "@postern/core";

/** Makes a field optional. If it is omitted, the operation receives `value`, given as the caller would send it. */
export function withDefault<S extends TSchema>(schema: S, value: Static<S>): TDefault<S> {
  return T.Optional({ ...schema, default: value }) as unknown as TDefault<S>;
}

const WHOLE = "^(0|[1-9][0-9]*)$";
const DECIMAL = "^(0|[1-9][0-9]*)(\\.[0-9]{1,4})?$";

type Range = { minimum?: number; maximum?: number; decimals?: boolean; description?: string };

/**
 * A number, or the same as a string, as flags and query parameters are. Read strictly and never clamped: `50` or `"50"`,
 * not `"050"`, `"5e1"` or `" 50 "`. Whole unless `decimals` is set, which allows strings with up to four decimal places.
 */
export function numeric(def: Range): TNumeric {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, decimals = false, description } = def;
  const [type, pattern] = decimals ? ["number", DECIMAL] : ["integer", WHOLE];
  const range = { "x-range": [minimum, maximum], ...(description && { description }) };
  return T.Unsafe({ type: [type, "string"], pattern, ...range }) as unknown as TNumeric;
}

/** The same as a string only. */
export const numericText = (def: Range) => ({ ...numeric(def), type: "string" }) as unknown as TNumeric<string>;
