import createCompletion from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";

const SHELLS = ["bash", "zsh", "fish"];

/** Prints the completion script, which calls `postern complete -- <words>` for suggestions. */
export async function completionScript(shell: string, io: Io): Promise<ExitCode> {
  if (!SHELLS.includes(shell)) throw new Refusal(`Unknown shell "${shell}". Use one of ${SHELLS.join(", ")}.`);
  const { script } = await import("@bomb.sh/tab");
  await printedBy(() => script(shell, "postern", "postern"), io);
  return Exit.done;
}

/** Prints the suggestions for a command line. */
export async function complete(program: Command, args: readonly string[], io: Io): Promise<ExitCode> {
  shorten(program);
  createCompletion(program);
  await printedBy(() => program.parseAsync([...args], { from: "user" }), io);
  return Exit.done;
}

/** A suggestion and its description take one line. */
function shorten(command: Command): void {
  if (command.summary()) command.description(command.summary());
  for (const below of command.commands) shorten(below);
}

/** The library prints with console.log; redirects it to `io`. */
async function printedBy(work: () => unknown, io: Io): Promise<void> {
  const { log } = console;
  console.log = (text: unknown) => io.out(`${text}\n`);
  try {
    await work();
  } finally {
    console.log = log;
  }
}
