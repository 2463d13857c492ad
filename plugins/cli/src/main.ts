import { CommanderError } from "commander";
import { Exit, Refusal } from "./exit.ts";
import { type Io, processIo } from "./io.ts";
import { runProgram } from "./program.ts";

/** Runs one command; answers its exit code. */
export async function main(args: readonly string[], io: Io = processIo()): Promise<number> {
  try {
    return await runProgram(args, io);
  } catch (error) {
    // The parser has told what is wrong already, or has shown its help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.done : Exit.usage;
    io.note(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof Refusal ? error.exit : Exit.failed;
  }
}
