import type { Reference } from "@postern/core/presentation";
import { type Argument, type Command, Help, type Option } from "commander";
import { type Source, sourceOf } from "./sources.ts";

/** A word that may come next, with a short description. */
export interface Suggestion {
  readonly value: string;
  readonly about?: string;
}

/** What is completed: one of these words, the name of a file, or the name or id of an item. */
export interface Expected {
  readonly words: readonly Suggestion[];
  readonly isFile: boolean;
  readonly source: Source;
  /** What the word begins with before the value itself, such as `--chat=`. */
  readonly before: string;
  /** The part of the value that is already typed. */
  readonly typed: string;
  /** The values of fields that are already in the command line. */
  readonly given: ReadonlyMap<string, string>;
  /** The fields of the command that refer to items of a list. */
  readonly references: ReadonlyMap<string, Reference>;
}

interface Position {
  readonly command: Command;
  /** The option that the word is the value of. */
  readonly option: Option | undefined;
  readonly used: ReadonlySet<Option>;
  readonly given: Map<string, string>;
  readonly positionals: readonly string[];
  readonly isAfterOptions: boolean;
}

/** Finds out what the last word of a command line may be. `words` are the words before it. */
export function expectedAt(program: Command, words: readonly string[], current: string): Expected {
  const position = follow(program, words);
  const { command, option, given, isAfterOptions } = position;
  const references = referencesOf(command);
  const nothing = { words: [], isFile: false, source: {}, before: "", typed: current, given, references };
  if (option) return { ...nothing, ...valuesOf(option) };
  if (current.startsWith("-") && !isAfterOptions) {
    const equals = current.indexOf("=");
    if (equals < 0) return { ...nothing, words: optionsOf(position) };
    const named = optionNamed(command, current.slice(0, equals));
    const parts = { before: current.slice(0, equals + 1), typed: current.slice(equals + 1) };
    return { ...nothing, ...(named && valuesOf(named)), ...parts };
  }
  const argument = nextArgument(position);
  const below = position.positionals.length === 0 ? commandsOf(command) : [];
  if (!argument) return { ...nothing, words: below };
  const values = valuesOf(argument);
  return { ...nothing, ...values, words: [...below, ...values.words] };
}

/** Reads the words of a command line up to the current one, as the parser does. */
function follow(program: Command, words: readonly string[]): Position {
  let command = program;
  let option: Option | undefined;
  let isAfterOptions = false;
  const used = new Set<Option>();
  const given = new Map<string, string>();
  const positionals: string[] = [];
  for (const word of words) {
    if (option) {
      keep(option, word);
      option = undefined;
    } else if (word === "--") isAfterOptions = true;
    else if (word.startsWith("-") && !isAfterOptions) {
      const equals = word.indexOf("=");
      const named = optionNamed(command, equals < 0 ? word : word.slice(0, equals));
      if (!named) continue;
      used.add(named);
      if (equals >= 0) keep(named, word.slice(equals + 1));
      else if (named.required) option = named;
    } else {
      const below = positionals.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
      if (below) command = below;
      else positionals.push(word);
    }
  }
  function keep(of: Option, value: string): void {
    const { field } = sourceOf(of);
    if (field !== undefined) given.set(field, value);
  }
  const position = { command, option, used, given, positionals, isAfterOptions };
  for (const [at, argument] of openArguments(position).entries()) {
    const { field } = sourceOf(argument);
    const value = positionals[at];
    if (field !== undefined && value !== undefined) given.set(field, value);
  }
  return position;
}

const optionNamed = (command: Command, name: string): Option | undefined =>
  command.options.find(({ long, short }) => long === name || short === name);

/** The arguments whose fields have no flag on the command line. */
const openArguments = ({ command, given }: Pick<Position, "command" | "given">): Argument[] => {
  const byFlag = new Set(given.keys());
  return command.registeredArguments.filter((argument) => !byFlag.has(sourceOf(argument).field ?? ""));
};

function nextArgument(position: Position): Argument | undefined {
  const { command, positionals } = position;
  // The fields of the words before were added to `given`, so the arguments left are the open ones.
  const left = command.registeredArguments.filter((argument, at) => {
    const { field } = sourceOf(argument);
    return field === undefined ? at >= positionals.length : !position.given.has(field);
  });
  const last = command.registeredArguments.at(-1);
  return left[0] ?? (last?.variadic ? last : undefined);
}

function valuesOf(of: Option | Argument): Pick<Expected, "words" | "isFile" | "source"> {
  const source = sourceOf(of);
  const words = (source.choices ?? of.argChoices ?? []).map((value) => ({ value }));
  const placeholder = "flags" in of ? of.flags : "";
  return { words, source, isFile: source.isFile ?? /<(file|folder)>/.test(placeholder) };
}

function referencesOf(command: Command): Map<string, Reference> {
  const found = command.options.map(sourceOf).map(({ field, reference }) => [field, reference] as const);
  return new Map(
    found.filter((entry): entry is [string, Reference] => entry[0] !== undefined && entry[1] !== undefined),
  );
}

const help = new Help();

const commandsOf = (command: Command): Suggestion[] =>
  help.visibleCommands(command).map((one) => ({ value: one.name(), about: one.summary() || firstLine(one) }));

const optionsOf = ({ command, used }: Position): Suggestion[] =>
  help
    .visibleOptions(command)
    .filter((option) => !used.has(option) || option.variadic)
    .map((option) => ({ value: option.long ?? option.short ?? "", about: option.description }));

const firstLine = (command: Command): string => command.description().split("\n")[0] ?? "";
