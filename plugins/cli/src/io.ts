import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileFault } from "./file-fault.ts";
import { escapeControlCharacters } from "./output/plain.ts";

/** The input and output of a command: results go to `out`, everything else to `note`. */
export interface Io {
  out(text: string): void;
  /** Writes a document as it is. */
  write(bytes: Uint8Array | string): void;
  note(text: string): void;
  /** Resolves when the reader of `out` has caught up, so that a slow reader does not fill the memory. */
  drained(): Promise<unknown>;
  /** Replaces the last line at the terminal of `note`; undefined if it is not a terminal. */
  readonly progress: ((text: string) => void) | undefined;
  /** All of standard input. */
  input(): Promise<string>;
  /** Standard input in chunks. */
  readonly stdin: Readable;
  /** Whether a person reads `out` at a terminal, of this many columns and rows. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Whether `out` may have colors: NO_COLOR, FORCE_COLOR and TERM are respected. */
  readonly colors: boolean;
  /** Whether a person at a terminal can answer questions. */
  readonly asks: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** What a command reads and writes: a process, or what stands for one. */
export type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env" | "cwd">;

export function processIo(streams: Streams = process): Io {
  const { stdin, stdout, stderr, env } = streams;
  // A reader such as `head` may close the pipe early, which is not an error.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    stderr.write(`Cannot write to standard output: ${fileFault(error, "write")}\n`);
    process.exit(1);
  });
  const isTerminal = stdout.isTTY === true;
  return {
    out: (line) => void stdout.write(escapeControlCharacters(line)),
    write: (bytes) => void stdout.write(bytes),
    note: (line) => void stderr.write(escapeControlCharacters(line)),
    drained: async () => stdout.writableNeedDrain && once(stdout, "drain"),
    progress: stderr.isTTY ? (line) => void stderr.write(`\r${escapeControlCharacters(line)}\u001b[K`) : undefined,
    input: () => text(stdin),
    stdin,
    isTerminal,
    // A pseudo-terminal may have no size.
    columns: stdout.columns || 80,
    rows: stdout.rows || 24,
    colors: isTerminal && stdout.hasColors(),
    asks: stdin.isTTY === true && stderr.isTTY === true && !env.CI,
    env,
    cwd: streams.cwd(),
  };
}
