/** A value of the metrics, as in the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The samples of a text. Lines that are not samples are left out. */
export function parseMetrics(text: string): readonly Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    const [, name, labels = "", value] = line.startsWith("#") ? [] : (LINE.exec(line) ?? []);
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(LABEL)].map(([, key = "", text = ""]) => [key, unescaped(text)]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return samples;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
