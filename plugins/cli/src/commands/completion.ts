import createCompletion from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { Exit, type ExitCode, UsageError } from "../exit.ts";
import type { Io } from "../io.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** `completion <shell>` prints a script; the script asks `complete -- <words>` for what may come next. */
export async function completion(program: Command, args: readonly string[], io: Io): Promise<ExitCode> {
  const [, shell] = args;
  if (args[0] === "completion" && !SHELLS.some((name) => name === shell)) {
    throw new UsageError(`postern completion takes ${SHELLS.join(", ")}, not ${JSON.stringify(shell ?? "")}`);
  }
  createCompletion(program);
  const asked = args[0] === "completion" ? ["complete", shell as string] : [...args];
  const restore = captured(io);
  try {
    await program.parseAsync(asked, { from: "user" });
  } finally {
    restore();
  }
  return Exit.done;
}

/** The library prints by console.log; what it prints goes where this command prints. */
function captured(io: Io): () => void {
  const { log } = console;
  console.log = (text: unknown) => io.out(`${text}\n`);
  return () => {
    console.log = log;
  };
}
