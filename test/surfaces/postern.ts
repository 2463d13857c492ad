import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type Ended, outputOf } from "../run/output.ts";
import { runInHost } from "./command-host.ts";

export type { Ended };

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(root, "plugins/cli/bin/postern.js");

/** Commands that run until a signal have their process to themselves. */
const ALONE = new Set(["serve", "start", "dev", "runner", "mcp"]);

/** A user of the command line, with a temporary home, working folder and data folder. */
export function newUser() {
  const home = mkdtempSync(join(tmpdir(), "postern-cli-"));
  const data = join(home, "data");
  const base = { PATH: process.env.PATH, HOME: home, POSTERN_DATA: data, CI: "true" };
  const running = new Set<ChildProcess>();
  onTestFinished(async () => {
    const ends = [...running].map((child) => new Promise((gone) => child.once("close", gone)));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ends);
    rmSync(home, { recursive: true, force: true });
  });

  function launch(args: readonly string[], env: Record<string, string> = {}, cwd = home) {
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...base, ...env }, stdio: "pipe" });
    running.add(child);
    child.on("close", () => running.delete(child));
    return { child, ...outputOf(child) };
  }

  /** With these environment variables and this standard input. */
  function runWith(env: Record<string, string>, input: string, ...args: string[]): Promise<Ended> {
    return type(args, home, env, input);
  }
  function type(args: string[], cwd: string, env: Record<string, string> = {}, input = ""): Promise<Ended> {
    const isAlone = ALONE.has(args[0] ?? "") || env.NODE_OPTIONS !== undefined;
    if (!isAlone) return runInHost({ args, env: { ...base, ...env }, cwd, input });
    const { child, ended } = launch(args, env, cwd);
    child.stdin.on("error", () => {}).end(input);
    return ended;
  }
  const run = (...args: string[]): Promise<Ended> => type(args, home);

  return {
    home,
    data,
    launch,
    run,
    runWith,
    /** In another folder than the user's working folder. */
    runIn: (cwd: string, ...args: string[]): Promise<Ended> => type(args, cwd),
    /** The JSON response of a command with `--json`. */
    async json(...args: string[]) {
      const { out, err } = await run(...args, "--json");
      if (out === "") throw new Error(err);
      return JSON.parse(out);
    },
    /** Starts `serve`, or another command that serves, on a free port, and waits until it is ready. */
    async serve(command = "serve", args: readonly string[] = [], env: Record<string, string> = {}) {
      const { child, output, ended } = launch([command, "--port", "0", "--json", ...args], env);
      await Promise.race([new Promise((ready) => child.stdout.once("data", ready)), ended]);
      if (!output.out.includes("\n")) throw new Error(`postern ${command} ended: ${output.err}`);
      const { url, pid, key } = JSON.parse(output.out) as { url: string; pid: number; key: string };
      return { child, output, ended, url, pid, key };
    },
    /** Writes a configuration into the working folder; code can import the packages of this repository. */
    configure(config: object | string) {
      const modules = join(home, "node_modules");
      if (typeof config === "string" && !existsSync(modules)) symlinkSync(join(root, "node_modules"), modules);
      const [name, text] =
        typeof config === "string" ? ["postern.config.ts", config] : ["postern.config.json", JSON.stringify(config)];
      writeFileSync(join(home, name), text);
    },
  };
}
