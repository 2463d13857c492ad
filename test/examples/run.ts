import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A new empty folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "postern-example-"));

export interface Running {
  /** Its output so far. */
  out(): string;
  /** Waits for a line that matches. */
  until(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
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
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (out += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (err += chunk));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, out, err })),
  );
  return {
    out: () => out,
    ended,
    kill: (signal) => void child.kill(signal),
    async until(pattern) {
      while (!pattern.test(out + err)) {
        if (child.exitCode !== null) throw new Error(`It ended before ${pattern}: ${out}${err}`);
        await new Promise((next) => setTimeout(next, 20));
      }
      return out;
    },
  };
}

export const example = (name: string, file = "index.js"): string => join(root, "examples", name, file);
