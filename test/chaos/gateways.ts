import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startProxy } from "../storage-drivers/postgres/proxy.ts";
import { createLink, type Link } from "./link.ts";

const root = process.cwd();
const bin = join(root, "plugins/cli/bin/postern.js");
const clock = join(root, "test/chaos/clock.mjs");
/** Groups that the workloads use. */
const PLUGINS = ["context", "service", "events", "chats", "tasks", "bases", "batch"];

/** Only ends a start that hangs, in milliseconds. */
const START_LIMIT = 60_000;

/** A gateway process, with its own data folder and its own connection to the database. */
export interface Gateway {
  readonly index: number;
  /** Changes when it is restarted. */
  readonly url: string;
  readonly link: Link;
  isRunning(): boolean;
  /** Runs a command in its data folder, and returns what it prints. */
  run(...args: string[]): Promise<string>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGSTOP or SIGCONT. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Moves its wall clock by so many milliseconds. */
  moveClock(offset: number): void;
  stop(): Promise<void>;
}

/** A gateway on the database behind a proxy. What it prints is kept in `folder`. */
export async function createGateway(index: number, folder: string, database: string): Promise<Gateway> {
  const home = join(folder, `gateway-${index}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, "postern.config.json"),
    JSON.stringify({ pluginsOnly: true, plugins: Object.fromEntries(PLUGINS.map((name) => [name, true])) }),
  );
  const clockFile = join(home, "clock");
  writeFileSync(clockFile, "0");
  const address = new URL(database);
  const proxy = await startProxy(Number(address.port));
  address.port = String(proxy.port);
  const log = createWriteStream(join(folder, `gateway-${index}.log`), { flags: "a" });
  let child: ChildProcess | undefined;
  let url = "";

  function launch(...args: string[]): ChildProcess {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      POSTERN_DATA: join(home, "data"),
      POSTERN_STORE: address.href,
      CI: "true",
      CHAOS_CLOCK: clockFile,
      NODE_OPTIONS: `--import ${clock}`,
    };
    const launched = spawn(process.execPath, [bin, ...args], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
    launched.stderr?.pipe(log, { end: false });
    return launched;
  }

  async function run(...args: string[]): Promise<string> {
    const running = launch(...args);
    let out = "";
    for await (const chunk of running.stdout ?? []) out += chunk;
    return out;
  }

  /** Repeats a start that fails, since the database may be down. */
  async function start(): Promise<void> {
    for (const until = performance.now() + START_LIMIT; ; ) {
      const started = launch("serve", "--port", "0", "--json");
      child = started;
      const line = await Promise.race([firstLine(started), pause(START_LIMIT, undefined, { ref: false })]);
      if (line !== undefined) {
        url = (JSON.parse(line) as { url: string }).url;
        return;
      }
      if (child !== started) return;
      await pause(200);
      if (performance.now() > until) throw new Error(`Gateway ${index} does not start. Its log is in ${folder}`);
    }
  }

  async function kill(): Promise<void> {
    const killed = child;
    child = undefined;
    url = "http://127.0.0.1:1";
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
    const ended = new Promise((resolve) => killed.once("exit", resolve));
    killed.kill("SIGKILL");
    await ended;
  }

  return {
    index,
    link: createLink(proxy),
    get url() {
      return url;
    },
    isRunning: () => child !== undefined,
    run,
    start,
    kill,
    signal: (name) => void child?.kill(name),
    moveClock(offset) {
      writeFileSync(`${clockFile}.new`, String(offset));
      renameSync(`${clockFile}.new`, clockFile);
    },
    async stop() {
      await kill();
      await proxy.stop();
      log.end();
    },
  };
}

/** The first line that a process prints. Undefined if it ends without one. */
function firstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = "";
    stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    stdout?.on("close", () => resolve(undefined));
  });
}
