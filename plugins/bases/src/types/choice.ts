import type { Config } from "../config-schemas.ts";
import { invalid, type Reading, type ValueType, valid } from "./value-type.ts";

type Option = NonNullable<Config["options"]>[number];

/** Finds an option by id or name. Archived options are found too. */
function optionOf({ options = [] }: Config, given: string): Option | undefined {
  return options.find(({ id }) => id === given) ?? options.find(({ name }) => name === given);
}

function read(given: unknown, config: Config): Reading {
  const option = typeof given === "string" ? optionOf(config, given) : undefined;
  if (option) return valid(option.id);
  const offered = (config.options ?? []).filter(({ archived }) => !archived).map(({ name }) => name);
  return invalid(
    offered.length === 0 ? "has no options to select" : `must be one of ${offered.slice(0, 20).join(", ")}`,
  );
}

const nameOf = ({ options = [] }: Config, id: unknown): unknown => options.find((one) => one.id === id)?.name ?? id;

export const select: ValueType = {
  settings: ["options"],
  read,
  parse: read,
  show: (value, config) => nameOf(config, value),
  write: (value, config) => nameOf(config, value) as string,
};

/** A select whose options have groups. It needs at least one option. */
export const status: ValueType = {
  ...select,
  configure: (config) =>
    config.options && config.options.length > 0
      ? config
      : { path: "/options", fault: "is required: add options such as To do, In progress and Done" },
};

const MAX_OPTIONS = 100;
/** Maximum length of a cell in characters: each of up to 100 options may have to be quoted and escaped. */
const MAX_LENGTH = 100_000;

export const multiSelect: ValueType = {
  settings: ["options"],
  read(given, config) {
    if (!Array.isArray(given)) return invalid("must be an array of options");
    if (given.length > MAX_OPTIONS) return invalid(`must have at most ${MAX_OPTIONS} options`);
    const chosen: unknown[] = [];
    for (const one of given) {
      const reading = read(one, config);
      if ("fault" in reading) return reading;
      if (!chosen.includes(reading.value)) chosen.push(reading.value);
    }
    return valid(chosen);
  },
  parse(given, config) {
    // Checked before parsing, because a cell may contain two million commas.
    if (given.length > MAX_LENGTH) return invalid(`must be at most ${MAX_LENGTH} characters long`);
    const whole = read(given, config);
    return "value" in whole ? valid([whole.value]) : this.read(namesIn(given), config);
  },
  show: (value, config) => (value as unknown[]).map((id) => nameOf(config, id)),
  write: (value, config) => (value as unknown[]).map((id) => quoted(String(nameOf(config, id)))).join(", "),
};

/** Quotes a name that has a comma. */
const quoted = (name: string): string => (/[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

function namesIn(text: string): string[] {
  const names = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)];
  return names
    .map(([, inner, plain = ""]) => inner?.replaceAll('""', '"') ?? plain.trim())
    .filter((name) => name !== "");
}
