import { CommanderError } from "commander";
import { type EarlyArgs, Misread, readEarly } from "./args.ts";
import { buildProgram } from "./build-program.ts";
import { readCatalog } from "./catalog.ts";
import { Exit, type ExitCode, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import { plain } from "./output/plain.ts";
import { isOwnCommand } from "./own-commands.ts";
import { readSettings } from "./settings.ts";

/** Builds the commands from the operations of the gateway, and runs the one in `args`. */
export async function runProgram(given: readonly string[], io: Io): Promise<ExitCode> {
  if (given.length === 0 && io.asks && io.isTerminal) {
    const { menu } = await import("./commands/menu.ts");
    return menu((args) => runProgram(args, io), io);
  }
  if (given[0] === "complete") {
    const { complete } = await import("./completion/complete.ts");
    return complete(given.slice(1), io);
  }
  const args = meant(given);
  const early = readEarly(args);
  try {
    return await runOne(early, args, io);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    return runAgain({ ...early, flags: error.flags }, args, io);
  }
}

async function runOne(early: EarlyArgs, args: readonly string[], io: Io): Promise<ExitCode> {
  if (isOwnCommand(early.words[0])) return parse(buildProgram({ early, io }), args, io);
  const settings = await readSettings(early.flags, io);
  const place = { ...(await readCatalog(settings)), settings };
  return parse(buildProgram({ early, io, place }), args, io);
}

/** With other flags a gateway may have other operations, whose fields read them differently again. */
async function runAgain(early: EarlyArgs, args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runOne(early, args, io);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    throw new Refusal("--data, --gateway, --config-file and --store must come before the command");
  }
}

/** Short forms of commands. */
function meant([first = "", ...rest]: readonly string[]): readonly string[] {
  if (first === "help") return [...meant(rest), "--help"];
  if (first === "--version") return ["version"];
  if (first === "trace") return ["events", "trace", ...rest];
  if (first === "undo") return ["service", "undo", ...rest];
  return first === "" ? rest : [first, ...rest];
}

/** A command with subcommands only prints its help, which is not an error. */
async function parse(
  { program, messages, exit }: ReturnType<typeof buildProgram>,
  args: readonly string[],
  io: Io,
): Promise<ExitCode> {
  try {
    await program.parseAsync([...args], { from: "user" });
    return exit();
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.code === "commander.help";
    const isUsage = !isHelp && error instanceof CommanderError && error.exitCode !== 0 && messages.length > 0;
    if (isUsage) throw new Refusal(plain(messages.join("").trimEnd()));
    for (const text of messages) (isHelp ? io.out : io.note)(text);
    if (isHelp) return Exit.done;
    throw error;
  }
}
