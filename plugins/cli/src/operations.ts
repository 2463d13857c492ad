import { commandLine } from "@postern/client/command-line";
import type { Manifest, OperationEntry } from "@postern/core";
import { presentationOf } from "@postern/core/presentation";
import { Command, Option } from "commander";
import { withGlobals } from "./args.ts";
import type { CallFlags } from "./commands/call.ts";
import { sourceFrom, suggestFrom } from "./completion/sources.ts";
import { canBeFile, formatFrom, type LongDocument, readDocument } from "./documents.ts";
import { Exit, Refusal } from "./exit.ts";
import { type Flag, fieldOf, flagsOf, readValue, spellings } from "./flags.ts";
import { groupCommandsOf } from "./group-commands.ts";
import type { Io } from "./io.ts";
import { documentMember } from "./output/document.ts";
import { addFormatOptions } from "./output/format-options.ts";
import { type Listed, listing } from "./output/listing.ts";
import { addArguments, positionalsOf, readArguments } from "./positionals.ts";
import { readInput } from "./read-input.ts";
import { promptSecret, readSecret } from "./secret.ts";

type Run = (command: Command, operation: OperationEntry, given: Given) => Promise<void>;

/** A command line for an operation. */
export interface Given {
  readonly body: Record<string, unknown>;
  /** Documents that are uploaded before the call. */
  readonly documents: readonly LongDocument[];
  readonly flags: CallFlags;
  /** All fields of the operation. */
  readonly fields: readonly Flag[];
  /** The fields that were given on the command line and not with `--input`. */
  readonly typed: readonly Flag[];
}

/**
 * Adds a command per operation: `chats.messages.create` is `postern chats messages create`. Only the `asked` group is
 * built.
 */
export function addOperations(program: Command, manifest: Manifest, asked: string | undefined, io: Io, run: Run): void {
  for (const { name, title, description = title } of manifest.groups) {
    const operations = manifest.operations.filter(({ group }) => group === name);
    if (operations.length === 0) continue;
    const group = addFolder(program, [name], description, [...operations, ...groupCommandsOf(name)], io);
    if (name !== asked) continue;
    const known = new Map([[name, group]]);
    for (const operation of operations) {
      const words = operation.id.split(".");
      const hasBelow = operations.some(({ id }) => id.startsWith(`${operation.id}.`));
      const folder = folderFor(hasBelow ? words : words.slice(0, -1), known, operations, io);
      addCommand(hasBelow ? folder : folder.command(words.at(-1) ?? ""), operation, io, run);
    }
  }
}

/** Adds a command for each plugin that did not start, which reports why. Its operations are unknown. */
export function addFailed(program: Command, { groups }: Manifest, failed: Readonly<Record<string, string>>): void {
  for (const { name, title } of groups) {
    const reason = failed[name];
    if (reason === undefined) continue;
    program
      .command(name)
      .description(`${title} (did not start)`)
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new Refusal(`Plugin "${name}" did not start: ${reason.replace(/\.$/, "")}.`, Exit.failed);
      });
  }
}

function folderFor(
  words: readonly string[],
  known: Map<string, Command>,
  operations: readonly OperationEntry[],
  io: Io,
): Command {
  const path = words.join(".");
  let folder = known.get(path);
  if (!folder) {
    const parent = folderFor(words.slice(0, -1), known, operations, io);
    const below = operations.filter(({ id }) => id.startsWith(`${path}.`));
    folder = addFolder(parent, words, below.map(({ id }) => id.slice(path.length + 1)).join(", "), below, io);
    // A command that also has subcommands keeps the help of a command, which lists them.
    if (operations.some(({ id }) => id === path)) folder.helpInformation = Command.prototype.helpInformation;
    known.set(path, folder);
  }
  return folder;
}

/** A command with subcommands only. Its help lists all of them, at every level. */
function addFolder(
  parent: Command,
  words: readonly string[],
  description: string,
  operations: readonly Listed[],
  io: Io,
): Command {
  const folder = parent
    .command(words.at(-1) ?? "")
    .description(description)
    .enablePositionalOptions();
  const title = words.length === 1 ? description : `Commands of postern ${words.join(" ")}`;
  folder.helpInformation = () => listing(title, operations, io);
  return folder;
}

function addCommand(command: Command, operation: OperationEntry, io: Io, run: Run): void {
  const { id, summary, description, kind, dryRun, undoable, examples } = operation;
  const flags = flagsOf(operation);
  const positionals = positionalsOf(operation, flags);
  addArguments(command, positionals);
  command
    .summary(summary)
    .description(description === undefined ? summary : `${summary}\n\n${description}`)
    .allowExcessArguments(false);
  for (const flag of flags)
    for (const option of [...optionsOf(flag), ...fileOptionsOf(flag, flags)]) command.addOption(option);
  if (documentMember(operation)) command.option("--out <file>", "Write the document to this file");
  // Accepted by all, so that nobody has to know which operations end with their call.
  for (const [option, help] of WAITING)
    if (!flags.some(({ field }) => option.startsWith(`--${field}`)))
      command.addOption(new Option(option, help).hideHelp(presentationOf(operation.output).wait === undefined));
  addFormatOptions(command);
  command.option("--input <file>", "Read the input as JSON from a file, or - for standard input");
  if (kind === "command") {
    command
      .option("--dry-run", "Show the plan without executing it")
      .option("--plan <digest>", "Execute only if the plan has this digest")
      .option("--propose", "Ask for an approval instead of executing it")
      .option("--proposal-reason <text>", "Why, for those who approve it");
    if (!flags.some(({ field }) => field === "idempotencyKey")) {
      command.option("--idempotency-key <key>", "Run at most once for this key, even if the command is repeated");
    }
  }
  // Accepted by all, so that nobody has to know which operations show their plan first.
  const execute = new Option("--execute", "Execute the plan (default: show it and, at a terminal, ask)");
  command.addOption(execute.hideHelp(dryRun === "never"));
  if (!flags.some(({ field }) => field === "yes"))
    command.addOption(new Option("--yes", "The same as --execute").hideHelp(dryRun === "never"));
  const [readable] = flags.filter((flag) => canBeFile(flag) && !flag.isDocument);
  if (readable)
    command.addHelpText(
      "after",
      `\nText is also read from a file: --${readable.field}-file <file>, or - for standard input.`,
    );
  if (undoable) command.addHelpText("after", "\n`postern undo` undoes it.");
  const shown = examples.map(({ title, input }) => `  # ${title}\n  ${commandLine(id, input)}`);
  if (shown.length > 0) command.addHelpText("after", `\nExamples:\n${shown.join("\n")}`);
  withGlobals(command).action(async () => {
    const given: CallFlags & Record<string, unknown> = command.opts();
    const words = readArguments(positionals, command.args, (field) => isGiven(field, given));
    for (const [field, value] of words) given[keptAs(field)] = value;
    const typed = flags.filter(({ field }) => isGiven(field, given));
    const { body, documents } = await bodyOf(flags, given, io);
    // Where it is not needed it means nothing, and some operations do not know it.
    const executes = (given.execute || given.yes) && dryRun !== "never";
    const sent = executes ? { ...body, execute: true } : body;
    await run(command, operation, { body: sent, documents, flags: given, fields: flags, typed });
  });
}

const WAITING = [
  ["--wait", "Wait until it is finished, and show its state"],
  ["--timeout <duration>", "With --wait: wait no longer than this, such as 30s or 5m (default: no limit)"],
] as const;

/** The parser's key for a field, apart from the flags of the command line, which may have the same name. */
const keptAs = (field: string): string => `field ${field}`;
const fileOf = (field: string): string => `file ${field}`;
const isGiven = (field: string, given: Readonly<Record<string, unknown>>): boolean =>
  given[keptAs(field)] !== undefined || given[fileOf(field)] !== undefined;

async function bodyOf(
  flags: readonly Flag[],
  given: CallFlags & Readonly<Record<string, unknown>>,
  io: Io,
): Promise<Pick<Given, "body" | "documents">> {
  const { input } = given;
  const body = input === undefined ? {} : await readInput(input, io);
  const documents: LongDocument[] = [];
  for (const flag of flags) {
    const { field, kind, required } = flag;
    const file = given[fileOf(field)];
    const read = typeof file === "string" ? await readDocument(flag, file, io) : { text: given[keptAs(field)] };
    if ("parts" in read) documents.push(read);
    const value = "text" in read ? read.text : undefined;
    if (kind !== "secret") {
      if (value !== undefined) body[field] = await fieldOf(flag, value);
      if (typeof file === "string") Object.assign(body, formatFrom(flags, body, file));
    } else if (value !== undefined) {
      if (value === "-" && input === "-") throw new Refusal("Only one flag can read from standard input");
      // A secret typed at a terminal is not echoed.
      const isTyped = value === "-" && io.asks;
      body[field] = await (isTyped ? promptSecret(field, io) : readSecret(field, value as string, io));
    } else if (required && body[field] === undefined) {
      if (!io.asks) throw new Refusal(`--${field}-file is required. Name a file, or - for standard input.`);
      body[field] = await promptSecret(field, io);
    }
  }
  return { body: { ...body, ...formatFrom(flags, body, given.out) }, documents };
}

/** `--content-file` for a field that may be long; `--file` for the only document of an operation. */
function fileOptionsOf(flag: Flag, flags: readonly Flag[]): Option[] {
  if (!canBeFile(flag)) return [];
  const { field, isDocument } = flag;
  const isOnly = isDocument && flags.filter((other) => other.isDocument).length === 1;
  const names = [...(isOnly ? ["file"] : []), ...spellings(flag).map((name) => `${name}-file`)];
  return [...new Set(names)]
    .filter((name) => !flags.some((other) => other !== flag && spellings(other).includes(name)))
    .map((name, at) => {
      const help = `Read ${field} from a file, or from standard input with -`;
      const option = new Option(`--${name} <file>`, help).hideHelp(!isDocument || at > 0);
      option.attributeName = () => fileOf(field);
      return option;
    });
}

/** A flag with the field's name, and hidden ones with dashes and other names. */
function optionsOf(flag: Flag): Option[] {
  const { field, kind, description } = flag;
  const value = kind === "secret" ? "<file>" : kind === "boolean" ? "[true|false]" : "<value>";
  const help =
    kind === "secret"
      ? `${description}${description && ". "}Read from a file, or from standard input or a prompt with -`
      : description;
  return spellings(flag).map((name, at) => {
    const option = new Option(`--${name} ${value}`, help).hideHelp(at > 0);
    // Keep the name: by default `--no-…` would negate another field, and dashes would become camel case.
    option.attributeName = () => keptAs(field);
    option.negate = false;
    if (flag.choices) option.argChoices = [...flag.choices];
    if (kind === "boolean") option.preset("true");
    suggestFrom(option, sourceFrom(flag));
    return option.argParser((text: string, before: unknown) => readValue(flag, text, before));
  });
}
