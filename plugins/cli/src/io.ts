import { text } from "node:stream/consumers";
import { harmless } from "./output/plain.ts";

/** Where a command reads from and writes to: answers on `out`, everything else on `note`. */
export interface Io {
  out(text: string): void;
  note(text: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  readonly columns: number;
  /** Whether a person sits there who can be asked. */
  readonly asks: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  // Who reads the first lines and goes, like `head`, has what it wanted.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  return {
    out: (line) => void stdout.write(harmless(line)),
    note: (line) => void stderr.write(harmless(line)),
    input: () => text(stdin),
    columns: stdout.columns ?? 100,
    asks: stdin.isTTY === true && stderr.isTTY === true && !env.CI,
    env,
    cwd: process.cwd(),
  };
}
