import type { Chart, Property } from "@postern/client/api";

/** What can be computed of numbers, and what people read of it. */
export const FIGURES = { sum: "Sum", avg: "Average", min: "Minimum", max: "Maximum" } as const;

export const COUNT = "Number of rows";

const nameOf = (key: string, properties: readonly Property[]): string =>
  properties.find((one) => one.key === key)?.name ?? key;

/** What the values of a chart are, such as `Sum of Worth`. */
export function figureText(y: string, properties: readonly Property[]): string {
  const [figure = "", key = ""] = y.split(":");
  return figure in FIGURES ? `${FIGURES[figure as keyof typeof FIGURES]} of ${nameOf(key, properties)}` : COUNT;
}

/** What the rows of a chart are grouped by, such as `Stage`. Empty for a single number. */
export const groupText = ({ x }: Pick<Chart, "x">, properties: readonly Property[]): string =>
  x === undefined ? "" : nameOf(x, properties);

/** What a chart shows, such as `Sum of Worth by Stage`. */
export function chartText(chart: Pick<Chart, "x" | "y">, properties: readonly Property[]): string {
  const group = groupText(chart, properties);
  return `${figureText(chart.y, properties)}${group && ` by ${group}`}`;
}
