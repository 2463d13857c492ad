import type { EventView } from "./view.ts";

/** The values of an event by their size: the steps that it takes to read the whole of each list or map. */
export type Sizes = ReadonlyMap<unknown, number>;

const MAX_VALUES = 10_000;
/** JavaScript's own functions for deep values call themselves for each level. */
const MAX_LEVELS = 64;
/** How many characters are read in one step. */
const CHARACTERS = 32;

/** An event that a filter cannot read. */
export interface TooLarge {
  readonly reason: string;
}

/** Measures an event once, without reading its texts. */
export function measure(view: EventView): Sizes | TooLarge {
  const sizes = new Map<unknown, number>();
  let values = 0;
  const visit = (value: unknown, level: number): number => {
    if (++values > MAX_VALUES) throw tooMany(MAX_VALUES, "values");
    if (typeof value !== "object" || value === null) return sizeOf(value, sizes);
    if (level >= MAX_LEVELS) throw tooMany(MAX_LEVELS, "levels");
    let size = 1;
    if (Array.isArray(value)) for (const item of value) size += visit(item, level + 1);
    else
      for (const name in value)
        size += sizeOf(name, sizes) + visit((value as Record<string, unknown>)[name], level + 1);
    sizes.set(value, size);
    return size;
  };
  try {
    visit(view, 0);
    return sizes;
  } catch (error) {
    if (isTooLarge(error)) return error;
    throw error;
  }
}

const tooMany = (limit: number, what: string): TooLarge => ({
  reason: `The event has more than ${limit} ${what}, which is too many for a filter`,
});

export const isTooLarge = (found: unknown): found is TooLarge =>
  typeof found === "object" && found !== null && "reason" in found;

/** The size of any value: of the event, or one that a filter has made of such values. */
export function sizeOf(value: unknown, sizes: Sizes): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / CHARACTERS);
  if (typeof value !== "object" || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item, sizes);
  else for (const name in value) size += sizeOf(name, sizes) + sizeOf((value as Record<string, unknown>)[name], sizes);
  return size;
}
