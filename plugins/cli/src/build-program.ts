import { Command } from "commander";
import { type EarlyArgs, flagsAsParsed, isSame, Misread, withGlobals } from "./args.ts";
import type { Catalog } from "./catalog.ts";
import { addDisabled } from "./disabled.ts";
import { Exit, type ExitCode } from "./exit.ts";
import { addGroupCommands } from "./group-commands.ts";
import type { Io } from "./io.ts";
import { addFailed, addOperations } from "./operations.ts";
import { addOwnCommands } from "./own-commands.ts";
import type { Settings } from "./settings.ts";
import { ownVersion } from "./version.ts";

/** Which commands need `--execute`. */
const RULE = `Commands that send something outside, publish, spend money or
destroy what cannot be restored show their plan first and are executed with
--yes or --execute; at a terminal you are asked. All others run at once.`;

interface Setting {
  readonly early: EarlyArgs;
  readonly io: Io;
  /** The settings and operations of the gateway. Without them there are only the program's own commands. */
  readonly place?: Catalog & { readonly settings: Settings };
}

/** Builds the commands: the program's own, and those from the operations of the gateway. Only the group of the first word is complete. */
export function buildProgram({ early, io, place }: Setting) {
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
    const flags = flagsAsParsed(program, command);
    if (!isSame(early.flags, flags)) throw new Misread(flags);
    exit = await work();
  };
  const setting = { flags: early.flags, io, finish };
  addOwnCommands(program, setting);
  if (place) {
    const { settings, manifest, failed } = place;
    const [word] = early.words;
    addOperations(program, manifest, word, io, (command, operation, given) =>
      finish(command, async () => {
        const { runOperation } = await import("./run-operation.ts");
        return runOperation(place, operation, given, io);
      }),
    );
    addGroupCommands(program, settings, setting);
    addFailed(program, manifest, failed);
    addDisabled(program, word, manifest, settings);
  }
  return { program, /** What the parser reported. */ messages, exit: () => exit };
}
