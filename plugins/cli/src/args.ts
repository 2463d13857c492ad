import type { Command } from "commander";

/** Flags that every command accepts. */
export interface GlobalFlags {
  data?: string;
  gateway?: string;
  configFile?: string;
  store?: string;
  blobs?: string;
}

const GLOBALS: readonly { name: keyof GlobalFlags; long: string; value: string; description: string }[] = [
  { name: "data", long: "--data", value: "<folder>", description: "Data folder" },
  { name: "gateway", long: "--gateway", value: "<url>", description: "URL of another gateway" },
  {
    name: "configFile",
    long: "--config-file",
    value: "<file>",
    description: "Configuration file to use instead of postern.config.*",
  },
  {
    name: "store",
    long: "--store",
    value: "<driver:path>",
    description: "Store: lmdb:<folder>, memory or another driver",
  },
  {
    name: "blobs",
    long: "--blobs",
    value: "<place>",
    description: "Large values: files, s3:<URL of a bucket> or postgres:<URL>",
  },
];
/** Flags without a value that many commands have. After others, flags are read again once the command is known. */
const VALUELESS = [
  "--json",
  "--wide",
  "--no-color",
  "--execute",
  "--yes",
  "--dry-run",
  "--force",
  "--public",
  "--help",
];
/** What is known about a command line before the fields of its command are known. */
export interface EarlyArgs {
  readonly flags: GlobalFlags;
  /** The words of the command, in order. */
  readonly words: readonly string[];
}

/**
 * Reads the flags that decide which commands exist. Text after a flag always counts as its value, so that the value of
 * a field can never select a configuration file, which is code, or another gateway.
 */
export function readEarly(args: readonly string[]): EarlyArgs {
  const flags: GlobalFlags = {};
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--") break;
    if (!arg.startsWith("-")) words.push(arg);
    if (!arg.startsWith("--") || VALUELESS.includes(arg)) continue;
    const equals = arg.indexOf("=");
    const long = equals < 0 ? arg : arg.slice(0, equals);
    const value = equals < 0 ? args[++at] : arg.slice(equals + 1);
    const found = GLOBALS.find((flag) => flag.long === long);
    if (found && value !== undefined) flags[found.name] = value;
  }
  return { flags, words };
}

/** Adds the global flags to a command, except those with the name of a field. They may come before or after it. */
export function withGlobals(command: Command, flags = GLOBALS): Command {
  for (const { long, value, description } of flags) {
    if (!command.options.some((option) => option.long === long)) command.option(`${long} ${value}`, description);
  }
  return command;
}

/** The same for a command that works on the store of this machine, never on another gateway. */
export const withLocalGlobals = (command: Command): Command =>
  withGlobals(
    command,
    GLOBALS.filter(({ name }) => name !== "gateway"),
  );

/** The global flags as the parser read them, which knows the fields. */
export function flagsAsParsed(program: Command, command: Command): GlobalFlags {
  const [before, after] = [program.opts<GlobalFlags>(), command.opts<GlobalFlags>()];
  const flags: GlobalFlags = {};
  for (const { name } of GLOBALS) {
    const value = after[name] ?? before[name];
    if (value !== undefined) flags[name] = value;
  }
  return flags;
}

export const isSame = (one: GlobalFlags, other: GlobalFlags): boolean =>
  GLOBALS.every(({ name }) => one[name] === other[name]);

/** A flag before a global one has no value, which only the parser knows: the command must be read again with its flags. */
export class Misread extends Error {
  readonly flags: GlobalFlags;

  constructor(flags: GlobalFlags) {
    super("The flags were misread");
    this.flags = flags;
  }
}
