import type { Command } from "commander";

/** Flags that every command has. */
export interface GlobalFlags {
  data?: string;
  gateway?: string;
  configFile?: string;
  store?: string;
}

const GLOBALS: readonly { name: keyof GlobalFlags; long: string; value: string; told: string }[] = [
  { name: "data", long: "--data", value: "<folder>", told: "data folder" },
  { name: "gateway", long: "--gateway", value: "<url>", told: "a gateway that runs elsewhere" },
  { name: "configFile", long: "--config-file", value: "<file>", told: "configuration instead of postern.config.*" },
  { name: "store", long: "--store", value: "<driver:path>", told: "lmdb:<folder>, memory, or another driver" },
];
const VALUELESS = ["--json", "--execute", "--dry-run", "--force", "--public", "--help"];
/** Those of one command: a field of an operation may have such a name, and a value. */
const VALUELESS_OF: Readonly<Record<string, readonly string[]>> = { dev: ["--https", "--open", "--qr"] };

/** What can be told of a command line before the fields of its command are known. */
export interface EarlyArgs {
  readonly flags: GlobalFlags;
  /** The words of the command, in their order. */
  readonly words: readonly string[];
}

/**
 * Reads what decides which commands there are. Whatever follows a flag counts as its value: text that is meant for a
 * field can never name a configuration, which is code, or another gateway.
 */
export function readEarly(args: readonly string[]): EarlyArgs {
  const flags: GlobalFlags = {};
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--") break;
    if (!arg.startsWith("-")) words.push(arg);
    if (!arg.startsWith("--") || VALUELESS.includes(arg)) continue;
    if (VALUELESS_OF[words[0] ?? ""]?.includes(arg)) continue;
    const equals = arg.indexOf("=");
    const long = equals < 0 ? arg : arg.slice(0, equals);
    const value = equals < 0 ? args[++at] : arg.slice(equals + 1);
    const found = GLOBALS.find((flag) => flag.long === long);
    if (found && value !== undefined) flags[found.name] = value;
  }
  return { flags, words };
}

/** Gives a command the flags that all have, as far as no field has their names. They may stand before or after it. */
export function withGlobals(command: Command): Command {
  for (const { long, value, told } of GLOBALS) {
    if (!command.options.some((option) => option.long === long)) command.option(`${long} ${value}`, told);
  }
  return command;
}

/** Whether the parser, which knows the fields, has read the same flags. */
export function agrees(early: GlobalFlags, program: Command, command: Command): boolean {
  const [before, after] = [program.opts<GlobalFlags>(), command.opts<GlobalFlags>()];
  return GLOBALS.every(({ name }) => early[name] === (after[name] ?? before[name]));
}
