import { text } from "node:stream/consumers";
import { escapeControlCharacters } from "./output/plain.ts";

/** The input and output of a command: results go to `out`, everything else to `note`. */
export interface Io {
  out(text: string): void;
  note(text: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  readonly columns: number;
  /** Whether a person at a terminal can answer questions. */
  readonly asks: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  // A reader such as `head` may close the pipe early, which is not an error.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  return {
    out: (line) => void stdout.write(escapeControlCharacters(line)),
    note: (line) => void stderr.write(escapeControlCharacters(line)),
    input: () => text(stdin),
    columns: stdout.columns ?? 100,
    asks: stdin.isTTY === true && stderr.isTTY === true && !env.CI,
    env,
    cwd: process.cwd(),
  };
}
