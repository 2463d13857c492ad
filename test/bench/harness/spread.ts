/** Several measurements of one thing. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return { median: (low + high) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** `0.81 (0.78–0.84)`, three significant digits; a single value alone. */
export function showSpread({ median, min, max }: Spread): string {
  if (min === max) return show(median);
  return `${show(median)} (${show(min)}–${show(max)})`;
}

function show(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(Number(value.toFixed(4)).toPrecision(3)));
}
