import type { OperationEntry } from "@postern/core";
import { Argument, type Command } from "commander";
import { sourceFrom, suggestFrom } from "./completion/sources.ts";
import { Refusal } from "./exit.ts";
import { type Flag, readValue, shortOf, singular } from "./flags.ts";

/** Optional fields that name a thing: they are an argument of commands without required fields. */
const NAMES = ["title", "name", "event"];

/**
 * The fields that may be given as arguments without their flags: the required ones in the order of the operation, where
 * only the last may be a list. A document counts as required if parts can replace it. Without required fields it is the
 * thing that the listed ones belong to, as in `calendars events list Home`, and a name or an id.
 */
export function positionalsOf({ id }: Pick<OperationEntry, "id">, flags: readonly Flag[]): readonly Flag[] {
  const required = flags.filter((flag) => isNeeded(flag) && flag.made === undefined && isArgument(flag));
  if (required.length === 0) {
    const own = `${singular(id.split(".").at(-2) ?? "")}Id`;
    const owner = id.replace(/\.[^.]+\.list$/, ".list");
    const isOwner = ({ reference }: Flag) => owner !== id && reference?.list === owner;
    const names = [own, ...NAMES];
    return [...flags.filter(isOwner).slice(0, 1), ...flags.filter(({ field }) => names.includes(field)).slice(0, 1)];
  }
  const list = required.findIndex(({ kind }) => kind === "texts");
  return list < 0 ? required : required.slice(0, list + 1);
}

const isNeeded = ({ required, isDocument, upload }: Flag): boolean => required || (isDocument && upload !== undefined);

const isArgument = ({ kind }: Flag): boolean => kind !== "secret" && kind !== "boolean" && kind !== "jsons";

/** Declares the arguments. They are optional for the parser, since each may also be given as a flag. */
export function addArguments(command: Command, positionals: readonly Flag[]): void {
  for (const flag of positionals) {
    const { field, kind, description } = flag;
    const argument = new Argument(kind === "texts" ? `[${shortOf(field)}...]` : `[${shortOf(field)}]`, description);
    command.addArgument(suggestFrom(argument, sourceFrom(flag)));
  }
}

/** The values of arguments by field. An argument belongs to the first field that has no flag. */
export function readArguments(
  positionals: readonly Flag[],
  words: readonly string[],
  isGiven: (field: string) => boolean,
): ReadonlyMap<string, unknown> {
  const open = positionals.filter(({ field }) => !isGiven(field));
  const values = new Map<string, unknown>();
  let at = 0;
  for (const flag of open) {
    if (at >= words.length) break;
    const own = flag.kind === "texts" ? words.slice(at) : words.slice(at, at + 1);
    at += own.length;
    values.set(
      flag.field,
      own.reduce<unknown>((before, word) => readValue(flag, word, before), undefined),
    );
  }
  const extra = words[at];
  if (extra !== undefined) throw new Refusal(`Unexpected argument ${JSON.stringify(extra)}${expected(open)}`);
  return values;
}

const expected = (open: readonly Flag[]): string =>
  open.length === 0 ? "" : `. Expected: ${open.map(({ field }) => `<${shortOf(field)}>`).join(" ")}`;
