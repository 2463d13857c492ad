import { createInterface } from "node:readline/promises";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";

/** Asks for confirmation at the terminal. Without a terminal `flag` is required. Any answer but yes is refused. */
export async function confirm(question: string, flag: string, io: Io): Promise<void> {
  if (!io.asks) throw new Refusal(`${question} Use ${flag} to confirm.`, Exit.conflict);
  if (!(await ask(question))) throw new Refusal("Nothing was changed", Exit.conflict);
}

/** Asks a question at the terminal. Any answer but yes, and the end of the input, is no. */
export async function ask(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => prompt.once("close", () => resolve("")));
  try {
    return /^y(es)?$/i.test((await Promise.race([prompt.question(`${question} [y/N] `), ended])).trim());
  } finally {
    prompt.close();
  }
}
