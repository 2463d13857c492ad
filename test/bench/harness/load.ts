import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pathOf } from "../../run/programs.ts";
import { type Cores, on } from "./cores.ts";
import { sourceFile } from "./files.ts";
import type { Ready, Running } from "./server.ts";

/** What the load saw: requests a second, milliseconds, and how many answers were not 2xx or 3xx or never came. */
export interface Sample {
  rate: number;
  p50: number;
  p99: number;
  errors: number;
}

/** How to load: a script of `wrk/`, told by environment variables; a field of the server's `ready` line is passed on in capitals. */
export interface Load {
  script: string;
  seconds: number;
  cores: Cores;
  connections: number;
  env?: Record<string, string>;
}

/** Loads all processes of a contestant at once, the connections shared out between them; the latency told is the worst one's. */
export async function load(running: Running, load: Load): Promise<Sample> {
  const share = running.processes.length;
  const cores = { ...load.cores, threads: Math.max(1, Math.floor(load.cores.threads / share)) };
  const each = { ...load, cores, connections: load.connections / share };
  const samples = await Promise.all(running.processes.map((process) => wrk(process, each)));
  return {
    rate: samples.reduce((sum, { rate }) => sum + rate, 0),
    p50: Math.max(...samples.map(({ p50 }) => p50)),
    p99: Math.max(...samples.map(({ p99 }) => p99)),
    errors: samples.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** Names what one load sends, so that no two loads of a run ever send the same message. */
let loads = 0;

async function wrk(
  ready: Ready,
  { script, seconds, cores: { load, threads }, connections, env }: Load,
): Promise<Sample> {
  const told = Object.entries(ready).map(([name, value]) => [name.toUpperCase(), String(value)]);
  const [command, args] = on(load, pathOf("wrk"), [
    ...[`-t${threads}`, `-c${connections}`, `-d${seconds}s`, "--timeout=20s", "-s", sourceFile(`wrk/${script}.lua`)],
    `http://127.0.0.1:${ready.port}`,
  ]);
  const { stdout } = await promisify(execFile)(command, args, {
    env: {
      ...process.env,
      ...Object.fromEntries(told),
      // Each thread of wrk runs the script for itself and opens its share of the connections.
      CONNECTIONS: String(connections / threads),
      RUN: String(++loads),
      ...env,
    },
  });
  const result = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (!result) throw new Error(`wrk told no result:\n${stdout}`);
  return JSON.parse(result) as Sample;
}
