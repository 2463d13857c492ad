import { CommanderError } from "commander";
import { Exit, Refusal } from "./exit.ts";
import { type Io, processIo } from "./io.ts";
import { runProgram } from "./program.ts";

export { processIo };

/** Runs one command and returns its exit code. */
export async function main(args: readonly string[], io: Io = processIo()): Promise<number> {
  try {
    return await runProgram(args, given(args, "--no-color") ? { ...io, colors: false } : io);
  } catch (error) {
    // The parser has printed its help.
    if (error instanceof CommanderError && error.exitCode === 0) return Exit.done;
    const exit = error instanceof Refusal ? error.exit : error instanceof CommanderError ? Exit.usage : Exit.failed;
    const detail = error instanceof Error ? error.message : String(error);
    io.note(`${given(args, "--json") ? JSON.stringify(problemOf(exit, detail)) : detail}\n`);
    return exit;
  }
}

const CODES: Readonly<Record<number, readonly [code: string, title: string]>> = {
  [Exit.usage]: ["cli.usage", "Invalid command line"],
  [Exit.notPermitted]: ["cli.not_permitted", "The command is not permitted"],
  [Exit.conflict]: ["cli.conflict", "The command conflicts with the current state"],
};

/** An error of the command line in the format of a gateway's problems, for standard error. */
function problemOf(exit: number, detail: string) {
  const [code, title] = CODES[exit] ?? ["cli.failed", "The command failed"];
  return { type: "about:blank", title, code, detail, message: detail };
}

/** Whether a flag without a value is in the command line. */
function given(args: readonly string[], flag: string): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? undefined : end).includes(flag);
}
