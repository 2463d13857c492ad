import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../plugins/cli/bin/postern.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A user of the command line: a home, a working folder and a data folder of their own. */
export function newUser() {
  const home = mkdtempSync(join(tmpdir(), "postern-cli-"));
  const data = join(home, "data");
  const base = { PATH: process.env.PATH, HOME: home, POSTERN_DATA: data, CI: "true" };
  const running = new Set<ChildProcess>();

  function launch(args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [bin, ...args], { cwd: home, env: { ...base, ...env }, stdio: "pipe" });
    running.add(child);
    const told = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk) => (told.out += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk) => (told.err += chunk));
    const ended = new Promise<Ended>((resolve) =>
      child.on("close", (code) => {
        running.delete(child);
        resolve({ code, ...told });
      }),
    );
    return { child, told, ended };
  }

  return {
    home,
    data,
    launch,
    /** Runs a command to its end. */
    run: (...args: string[]): Promise<Ended> => {
      const { child, ended } = launch(args);
      child.stdin.end();
      return ended;
    },
    runWith: (env: Record<string, string>, input: string, ...args: string[]): Promise<Ended> => {
      const { child, ended } = launch(args, env);
      child.stdin.end(input);
      return ended;
    },
    /** Starts `postern serve` and waits for its line. */
    async serve(...args: string[]) {
      const process = launch(["serve", "--port", "0", "--json", ...args]);
      while (!process.told.out.includes("\n") && process.child.exitCode === null)
        await new Promise((next) => setTimeout(next, 20));
      if (!process.told.out.includes("\n")) throw new Error(`postern serve ended: ${process.told.err}`);
      return { ...process, ...(JSON.parse(process.told.out) as { url: string; pid: number }) };
    },
    leave() {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}
