import type { ChildProcess } from "node:child_process";

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Collects what a program writes: `output` has it so far, `ended` resolves with all of it when the program has ended. */
export function outputOf(child: ChildProcess) {
  const output = { out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    output.out += chunk;
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    output.err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, ...output })));
  return { output, ended };
}
