import { text } from "node:stream/consumers";

/** Where a command reads from and writes to: answers on `out`, everything else on `note`. */
export interface Io {
  out(text: string): void;
  note(text: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  readonly columns: number;
  /** Whether a person looks at the output: colours and columns are for them. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export const processIo: Io = {
  out: (line) => void process.stdout.write(line),
  note: (line) => void process.stderr.write(line),
  input: () => text(process.stdin),
  columns: process.stdout.columns ?? 100,
  isTerminal: process.stdout.isTTY === true,
  env: process.env,
  cwd: process.cwd(),
};
