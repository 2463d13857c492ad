import { Command, CommanderError } from "commander";
import { agrees, type EarlyArgs, readEarly, withGlobals } from "./args.ts";
import { readCatalog } from "./catalog.ts";
import { addDisabled } from "./disabled.ts";
import { Exit, type ExitCode, Refusal } from "./exit.ts";
import { addGroupCommands } from "./group-commands.ts";
import type { Io } from "./io.ts";
import { addFailed, addOperations } from "./operations.ts";
import { addOwnCommands, isOwnCommand } from "./own-commands.ts";
import { readSettings } from "./settings.ts";
import { ownVersion } from "./version.ts";

/** Which commands need `--execute`. */
const RULE = `Commands that send something outside, publish, spend money or
destroy what cannot be restored show their plan first and are executed with
--yes or --execute; at a terminal you are asked. All others run at once.`;

/** Builds the commands from the operations of the gateway, and runs the one in `args`. */
export async function runProgram(given: readonly string[], io: Io): Promise<ExitCode> {
  const args = given[0] === "help" ? [...given.slice(1), "--help"] : given[0] === "--version" ? ["version"] : given;
  const early = readEarly(args);
  const messages: string[] = [];
  const program = withGlobals(new Command("postern"))
    .description("A local gateway for AI agent runtimes.")
    .addHelpText("after", `\n${RULE}`)
    .exitOverride()
    .version(ownVersion(), "--version", "Print the version")
    .helpOption("-h, --help", "Show help for the command")
    .helpCommand("help [command]", "Show help for a command")
    .enablePositionalOptions()
    .configureOutput({ writeOut: io.out, writeErr: (text) => messages.push(text) });
  let exit: ExitCode = Exit.done;
  const finish = async (command: Command, work: () => Promise<ExitCode>) => {
    if (!agrees(early.flags, program, command)) {
      throw new Refusal("--data, --gateway, --config-file and --store must come before the command");
    }
    exit = await work();
  };

  const setting = { flags: early.flags, io, finish };
  addOwnCommands(program, setting);
  if (!isOwnCommand(early.words[0])) {
    const settings = await readSettings(early.flags, io);
    const { manifest, failed, plugins } = await readCatalog(settings);
    addOperations(program, manifest, groupIn(early, args), io, (command, operation, given) =>
      finish(command, async () => {
        const { runOperation } = await import("./run-operation.ts");
        return runOperation({ settings, manifest, plugins }, operation, given, io);
      }),
    );
    addGroupCommands(program, settings, setting);
    addFailed(program, manifest, failed);
    addDisabled(program, early.words[0], manifest, settings);
  }
  if (early.words[0] === "complete") {
    const { complete } = await import("./commands/completion.ts");
    return complete(program, args, io);
  }
  return parse(program, args, messages, io, () => exit);
}

/** The group of the command to run or to complete. */
function groupIn({ words }: EarlyArgs, args: readonly string[]): string | undefined {
  if (words[0] === "complete") return readEarly(args.slice(args.indexOf("--") + 1)).words[0];
  return words[0];
}

/** A command with subcommands only prints its help, which is not an error. */
async function parse(
  program: Command,
  args: readonly string[],
  messages: readonly string[],
  io: Io,
  exit: () => ExitCode,
): Promise<ExitCode> {
  try {
    await program.parseAsync([...args], { from: "user" });
    return exit();
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.code === "commander.help";
    const isUsage = !isHelp && error instanceof CommanderError && error.exitCode !== 0 && messages.length > 0;
    if (isUsage) throw new Refusal(messages.join("").trimEnd());
    for (const text of messages) (isHelp ? io.out : io.note)(text);
    if (isHelp) return Exit.done;
    throw error;
  }
}
