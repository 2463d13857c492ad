import type { Metric, Sample } from "@postern/kit/checks";
import type { Histogram } from "./histogram.ts";

/** The media type of Prometheus' text format. */
export const MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Labels = Sample["labels"];

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escaped = (text: string, characters: RegExp): string => text.replace(characters, (one) => ESCAPES[one] as string);

/** Metrics in Prometheus' text format. */
export function textOf(metrics: readonly Metric[], histograms: readonly Histogram[]): string {
  let text = "";
  for (const { name, help, type, samples } of metrics) {
    text += headOf(name, help, type);
    for (const { labels, value } of samples) text += lineOf(name, labels, value);
  }
  for (const histogram of histograms) text += textOfHistogram(histogram);
  return text;
}

function textOfHistogram({ name, help, bounds, series }: Histogram): string {
  let text = headOf(name, help, "histogram");
  for (const { labels, counts, sum } of series()) {
    let total = 0;
    for (const [at, count] of counts.entries()) {
      total += count;
      text += lineOf(`${name}_bucket`, { ...labels, le: numberOf(bounds[at] ?? Number.POSITIVE_INFINITY) }, total);
    }
    text += lineOf(`${name}_sum`, labels, sum) + lineOf(`${name}_count`, labels, total);
  }
  return text;
}

const headOf = (name: string, help: string, type: string): string =>
  `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n# TYPE ${name} ${type}\n`;

function lineOf(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${escaped(text, /[\\\n"]/g)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join()}}` : ""} ${numberOf(value)}\n`;
}

function numberOf(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}
