import { Command, CommanderError } from "commander";
import { agrees, type EarlyArgs, readEarly, withGlobals } from "./args.ts";
import { readCatalog } from "./catalog.ts";
import { Exit, type ExitCode, Refusal } from "./exit.ts";
import type { Flag } from "./flags.ts";
import type { Io } from "./io.ts";
import { addFailed, addOperations } from "./operations.ts";
import { addEventStream, addOwnCommands, isOwnCommand } from "./own-commands.ts";
import { readSettings } from "./settings.ts";

/** Which commands need `--execute`. */
const RULE = `Commands that send something outside, publish, spend money or destroy what cannot be restored show their plan
first and are executed with --yes or --execute; at a terminal you are asked. All others run at once.`;

/** Builds the commands from the operations of the gateway, and runs the one in `args`. */
export async function runProgram(given: readonly string[], io: Io): Promise<ExitCode> {
  const args = given[0] === "help" ? [...given.slice(1), "--help"] : given;
  const early = readEarly(args);
  const messages: string[] = [];
  const program = withGlobals(new Command("postern"))
    .description("A local gateway for AI agent runtimes.")
    .addHelpText("after", `\n${RULE}`)
    .exitOverride()
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

  addOwnCommands(program, early.flags, io, finish);
  if (!isOwnCommand(early.words[0])) {
    const settings = await readSettings(early.flags, io);
    const { manifest, failed, plugins } = await readCatalog(settings);
    addOperations(program, manifest, groupIn(early, args), io, (command, operation, input, flags, folders) =>
      finish(command, async () => {
        const [{ connect }, { call, show }] = await Promise.all([
          import("./connection.ts"),
          import("./commands/call.ts"),
        ]);
        const { isElsewhere, placeFolders } = await import("./folders.ts");
        const uploadOf = ({ upload }: Flag) =>
          isElsewhere(settings) ? manifest.operations.find(({ id }) => id === upload) : undefined;
        const placed = folders.filter((folder) => !uploadOf(folder)).map(({ field }) => field);
        const body = placeFolders(input, placed, io.cwd, settings);
        const connection = await connect(settings, plugins);
        try {
          for (const folder of folders) {
            const upload = uploadOf(folder);
            if (!upload) continue;
            const { sendFolder } = await import("./send-folder.ts");
            const outcome = await sendFolder(folder.field, body, upload, connection, io);
            if ("refused" in outcome) return show(outcome.refused, operation, flags, connection, io);
            Object.assign(body, outcome.fields);
          }
          return await call(connection, operation, body, flags, io);
        } finally {
          await connection.close();
        }
      }),
    );
    addEventStream(program, settings, io, finish);
    addFailed(program, manifest, failed);
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
