import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { on } from "./cores.ts";
import { newFolder, serverFile } from "./files.ts";

/** What a server tells when it listens: where, a key that may do everything, and files that the load reads, by name. */
export interface Ready {
  port: number;
  token: string;
  [file: string]: string | number;
}

/** One entry in a comparison: a built server, run in as many processes on one folder as asked. */
export interface Contestant {
  name: string;
  server: string;
  processes?: number;
  env?: Record<string, string>;
  /** Of all its processes together; 64 by default. */
  connections?: number;
  /** Environment for its load. */
  load?: Record<string, string>;
}

/** A contestant that listens. `stop` ends its processes and answers when they are gone. */
export interface Running {
  name: string;
  processes: (Ready & { pid: number })[];
  folder: string;
  stop(): Promise<void>;
}

/** Starts a contestant; the first process makes keys and chats, the others are told of them by `READY`. */
export async function start(contestant: Contestant, cores: string): Promise<Running> {
  const folder = newFolder(contestant.server);
  const children: ChildProcess[] = [];
  const processes: Running["processes"] = [];
  const stop = async () => {
    await Promise.all(children.map(end));
  };
  try {
    for (let at = 0; at < (contestant.processes ?? 1); at++) {
      const child = launch(contestant, cores, {
        FOLDER: folder,
        READY: processes[0] ? JSON.stringify(processes[0]) : "",
      });
      children.push(child);
      processes.push({ ...(await ready(contestant.name, child)), pid: child.pid ?? 0 });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { name: contestant.name, processes, folder, stop };
}

function launch({ server, env }: Contestant, cores: string, more: Record<string, string>): ChildProcess {
  const [command, args] = on(cores, process.execPath, [serverFile(server)]);
  return spawn(command, args, {
    env: { ...process.env, NODE_ENV: "production", ...env, ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function ready(name: string, child: ChildProcess): Promise<Ready> {
  if (!child.stdout) throw new Error(`${name} has no output`);
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith("ready ")) return JSON.parse(line.slice("ready ".length)) as Ready;
  }
  throw new Error(`${name} did not start`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await gone;
  clearTimeout(late);
}
