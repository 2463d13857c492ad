import { createInterface } from "node:readline/promises";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";

/** Asks a person at the terminal; where nobody sits there, `flag` must have been given. Refuses where the answer is not yes. */
export async function confirm(question: string, flag: string, io: Io): Promise<void> {
  if (!io.asks) throw new Refusal(`${question} Confirm with ${flag}`, Exit.conflict);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal("Nothing was changed", Exit.conflict);
  } finally {
    prompt.close();
  }
}
