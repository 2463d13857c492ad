import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ended } from "../run/output.ts";

interface Typed {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly input: string;
}

const program = fileURLToPath(new URL("command-host.mjs", import.meta.url));

/** They serve all test files of this process, and end with it. */
const idle: ChildProcess[] = [];

/** Runs a command line in a process that has run others before; commands at the same time are in different processes. */
export async function runInHost(typed: Typed): Promise<Ended> {
  const host = idle.pop() ?? newHost();
  const ended = new Promise<Ended>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`${typed.args.join(" ")}: the process ended with ${code}`));
    host.once("exit", fail);
    host.once("message", (answer) => {
      host.off("exit", fail);
      resolve(answer as Ended);
    });
  });
  host.send(typed);
  const answer = await ended;
  idle.push(host);
  return answer;
}

function newHost(): ChildProcess {
  const host = fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  host.unref();
  host.channel?.unref();
  return host;
}
