import type { Sample } from "@postern/kit/checks";

export interface Series {
  readonly labels: Sample["labels"];
  /** How many values each bucket has, without those of the buckets before it; the last one has no bound. */
  readonly counts: number[];
  sum: number;
}

/** A metric that counts values by their size. */
export type Histogram = ReturnType<typeof createHistogram>;

/** `bounds` are the upper bounds of its buckets, ascending. `label` is the name of its only label, if it has one. */
export function createHistogram(name: string, help: string, bounds: readonly number[], label?: string) {
  const all = new Map<string, Series>();
  return {
    name,
    help,
    bounds,
    series: (): Iterable<Series> => all.values(),
    observe(value: number, of = ""): void {
      let series = all.get(of);
      if (!series) {
        const labels = label === undefined ? undefined : { [label]: of };
        series = { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
        all.set(of, series);
      }
      let at = 0;
      while (at < bounds.length && value > (bounds[at] as number)) at++;
      (series.counts[at] as number)++;
      series.sum += value;
    },
  };
}
