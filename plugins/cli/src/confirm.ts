import { createInterface } from "node:readline/promises";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";

/** Asks for confirmation at the terminal. Without a terminal `flag` is required. Any answer but yes is refused. */
export async function confirm(question: string, flag: string, io: Io): Promise<void> {
  if (!io.asks) throw new Refusal(`${question} Use ${flag} to confirm.`, Exit.conflict);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal("Nothing was changed", Exit.conflict);
  } finally {
    prompt.close();
  }
}
