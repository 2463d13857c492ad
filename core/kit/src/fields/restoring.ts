import { isDeepStrictEqual } from "node:util";

/**
 * The input that gives fields their values from before an update again. `cleared` is what clears a field that had none.
 * Undefined if one of them cannot be cleared, or if nothing changes.
 */
export function restoring(
  given: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  cleared: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> | undefined {
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  const values = names.map((name) => [name, before[name] ?? cleared[name]] as const);
  const isPossible = values.every(([, value]) => value !== undefined);
  return isPossible && values.some(([name, value]) => !isDeepStrictEqual(value, given[name]))
    ? Object.fromEntries(values)
    : undefined;
}
