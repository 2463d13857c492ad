import { createInterface } from "node:readline/promises";
import type { Io } from "./io.ts";

export interface Choice<T> {
  readonly text: string;
  readonly value: T;
}

/** Asks for one of these at the terminal, by its number; Enter takes the first. Undefined at the end of the input. */
export async function choose<T>(question: string, choices: readonly Choice<T>[], io: Io): Promise<T | undefined> {
  io.note(`${question}\n${choices.map(({ text }, at) => `  ${at + 1}  ${text}\n`).join("")}`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<undefined>((resolve) => prompt.once("close", () => resolve(undefined)));
  try {
    for (;;) {
      const answer = (await Promise.race([prompt.question("Number [1]: "), ended]))?.trim();
      if (answer === undefined) return undefined;
      const chosen = choices[answer === "" ? 0 : Number(answer) - 1];
      if (chosen) return chosen.value;
      io.note(`Type a number from 1 to ${choices.length}, or press Ctrl-D to leave.\n`);
    }
  } finally {
    prompt.close();
  }
}
