import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Ended, outputOf } from "../run/output.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A new empty folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "postern-example-"));

export interface Running {
  /** Its output so far. */
  out(): string;
  /** Waits for a line that matches. */
  until(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** Starts a program in its own folder; `args` start with the file. */
export function start(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  program = process.execPath,
): Running {
  const child = spawn(program, [...args], {
    cwd,
    env: { ...process.env, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { output, ended } = outputOf(child);
  return {
    out: () => output.out,
    ended,
    kill: (signal) => void child.kill(signal),
    async until(pattern) {
      while (!pattern.test(output.out + output.err)) {
        if (child.exitCode !== null) throw new Error(`It ended before ${pattern}: ${output.out}${output.err}`);
        await new Promise((next) => setTimeout(next, 20));
      }
      return output.out;
    },
  };
}

export const example = (name: string, file = "index.js"): string => join(root, "examples", name, file);
