import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** PostgreSQL refuses to run as root. */
const OTHER_USER = 65_534;
/** In milliseconds. Only ends a start that hangs. */
const START_LIMIT = 60_000;

/** A PostgreSQL server of its own in a temporary folder. */
export interface Cluster {
  readonly port: number;
  /** The URL of a new, empty database. */
  database(parameters?: string): string;
  /** Runs SQL as the superuser and returns its output. */
  sql(text: string, database?: string): string;
  /** Kills the server at once, like a crash of the machine. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills the server and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server with these settings, such as `max_connections=50`, and with copies of a key and certificate. */
export async function startCluster(
  settings: readonly string[] = [],
  tls?: { readonly key: string; readonly cert: string },
): Promise<Cluster> {
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const user = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const kind = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  execFileSync(join(bin, "initdb"), ["-D", data, ...kind], { stdio: "ignore", cwd: folder, ...user });
  for (const [file, from] of tls
    ? ([
        ["server.key", tls.key],
        ["server.crt", tls.cert],
      ] as const)
    : []) {
    copyFileSync(from, join(data, file));
    chmodSync(join(data, file), 0o600);
    if (user.uid !== undefined) chownSync(join(data, file), user.uid, user.gid);
  }
  const port = await freePort();
  const all = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, `port=${port}`, ...settings];
  writeFileSync(join(data, "postgresql.auto.conf"), all.map((one) => `${one.replace("=", " = '")}'\n`).join(""));
  let server: ChildProcess | undefined;
  let databases = 0;

  const sql = (text: string, database = "postgres"): string =>
    execFileSync("psql", ["-h", folder, "-p", String(port), "-U", "postgres", "-qAt", database], {
      input: text,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    }).trim();

  async function start(): Promise<void> {
    const command = `exec "${join(bin, "postgres")}" -D "${data}" >>"${join(folder, "log")}" 2>&1`;
    const running = spawn("/bin/sh", ["-c", command], { stdio: "ignore", cwd: folder, ...user });
    server = running;
    for (const until = Date.now() + START_LIMIT; ; await pause(50)) {
      if (running.exitCode !== null) throw new Error(`PostgreSQL ended with ${running.exitCode}`);
      try {
        return void sql("SELECT 1");
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
  }

  async function kill(): Promise<void> {
    const killed = server;
    server = undefined;
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
    const ended = new Promise((resolve) => killed.once("exit", resolve));
    killed.kill("SIGKILL");
    await ended;
  }

  await start();
  return {
    port,
    sql,
    start,
    kill,
    database(parameters = "") {
      const name = `store_${++databases}`;
      sql(`CREATE DATABASE ${name}`);
      return `postgres://postgres@127.0.0.1:${port}/${name}${parameters}`;
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}

/** The folder with the programs of the newest PostgreSQL of the system. */
function programs(): string {
  const root = "/usr/lib/postgresql";
  const [newest] = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  if (newest === undefined) throw new Error(`PostgreSQL is not installed in ${root}`);
  return join(root, newest, "bin");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
