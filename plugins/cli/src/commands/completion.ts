import createCompletion from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";

const SHELLS = ["bash", "zsh", "fish"];

/** Prints the script that a shell loads; the script asks `postern complete -- <words>` for what may come next. */
export async function completionScript(shell: string, io: Io): Promise<ExitCode> {
  if (!SHELLS.includes(shell)) throw new Refusal(`postern completion takes ${SHELLS.join(", ")}, not ${shell}`);
  const { script } = await import("@bomb.sh/tab");
  await printedBy(() => script(shell, "postern", "postern"), io);
  return Exit.done;
}

/** Answers what may come next after the words of a command line. */
export async function complete(program: Command, args: readonly string[], io: Io): Promise<ExitCode> {
  shorten(program);
  createCompletion(program);
  await printedBy(() => program.parseAsync([...args], { from: "user" }), io);
  return Exit.done;
}

/** A suggestion is one line, and so is what is said of it. */
function shorten(command: Command): void {
  if (command.summary()) command.description(command.summary());
  for (const below of command.commands) shorten(below);
}

/** The library prints by console.log; what it prints goes where this command prints. */
async function printedBy(work: () => unknown, io: Io): Promise<void> {
  const { log } = console;
  console.log = (text: unknown) => io.out(`${text}\n`);
  try {
    await work();
  } finally {
    console.log = log;
  }
}
