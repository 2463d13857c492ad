import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../plugins/channels/servers/programs.ts";
import { until } from "../../run/until.ts";

/** PostgreSQL refuses to run as root. */
const OTHER_USER = 65_534;

/** A PostgreSQL server of its own in a temporary folder. */
export interface Cluster {
  readonly port: number;
  /** A URL of an empty database, made for the caller. */
  database(parameters?: string): string;
  /** Runs SQL as the superuser and returns its output. */
  sql(database: string, text: string): string;
  /** Kills the server and its processes immediately, like a crash of the machine. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The programs of the newest PostgreSQL of the system. */
function programs(): string {
  const root = "/usr/lib/postgresql";
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  if (version === undefined) throw new Error(`PostgreSQL is not installed in ${root}`);
  return join(root, version, "bin");
}

export async function startCluster(settings: readonly string[] = []): Promise<Cluster> {
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const user = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { stdio: "ignore", cwd: folder, ...user },
  );
  const port = await freePort();
  const set = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, `port=${port}`, ...settings];
  writeFileSync(join(data, "postgresql.auto.conf"), set.map((one) => `${one.replace("=", " = '")}'\n`).join(""));
  let server: ChildProcess | undefined;
  let databases = 0;

  const sql = (database: string, text: string): string =>
    execFileSync("psql", ["-h", folder, "-p", String(port), "-U", "postgres", "-qAt", database], {
      input: text,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    }).trim();

  async function start(): Promise<void> {
    const log = join(folder, "log");
    const running = spawn("/bin/sh", ["-c", `exec "${join(bin, "postgres")}" -D "${data}" >>"${log}" 2>&1`], {
      stdio: "ignore",
      cwd: folder,
      ...user,
    });
    server = running;
    await until(() => {
      if (running.exitCode !== null) throw new Error(`PostgreSQL ended with ${running.exitCode}`);
      sql("postgres", "SELECT 1");
    });
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
      sql("postgres", `CREATE DATABASE ${name}`);
      return `postgres://postgres@127.0.0.1:${port}/${name}${parameters}`;
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
