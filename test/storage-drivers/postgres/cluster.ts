import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../run/port.ts";
import { pathOf } from "../../run/programs.ts";
import { type Archive, archiving, createArchive } from "./archive.ts";
import { type SmallDisk, startSmallDisk } from "./small-disk.ts";

/** PostgreSQL refuses to run as root. */
const OTHER_USER = 65_534;
/** In milliseconds. Only ends a start that hangs. */
const START_LIMIT = 60_000;

/** A PostgreSQL server of its own in a temporary folder. */
export interface Cluster {
  readonly port: number;
  /** What holds its tables, if that is a disk of its own. */
  readonly disk?: SmallDisk;
  /** Its base backup and archived log, if it has them. */
  readonly archive?: Archive;
  /** The URL of a new, empty database. */
  database(parameters?: string): string;
  /** Runs SQL as the superuser and returns its output. */
  sql(text: string, database?: string): string;
  /** Kills the server and its processes at once, like a crash of the machine. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills the server and removes its folder. */
  stop(): Promise<void>;
}

interface Kind {
  /** Files of which it gets copies. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The server whose standby it is. */
  readonly primary?: Cluster;
  /** The size of a disk of its own for its tables, in MiB; needs root. */
  readonly disk?: number;
  /** Whether its log is archived, beginning with a base backup of the empty server. */
  readonly archived?: true;
}

/** Starts a server with these settings, such as `max_connections=50`. */
export async function startCluster(
  settings: readonly string[] = [],
  { tls, primary, disk: size, archived }: Kind = {},
): Promise<Cluster> {
  const bin = dirname(pathOf("postgresql"));
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const user = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const disk = size === undefined ? undefined : await startSmallDisk(join(folder, "disk"), size, OTHER_USER);
  const data = disk ? join(folder, "disk", "data") : join(folder, "data");
  const run = (program: string, args: string[]) => {
    const [command, all] = disk ? disk.inside(join(bin, program), args) : [join(bin, program), args];
    execFileSync(command, all, { stdio: "ignore", cwd: folder, ...(disk ? {} : user) });
  };
  if (primary) {
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    run("pg_basebackup", [...from, "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
  } else {
    const kind = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
    // A server without space for its log ends; one without space for its tables refuses writes.
    run("initdb", ["-D", data, ...kind, ...(disk ? ["-X", join(folder, "log-of-writes")] : [])]);
  }
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
  const shell = (command: string) => void execFileSync("/bin/sh", ["-c", command], { cwd: folder, ...user });
  if (archived) {
    shell("mkdir archive");
    all.push(...archiving(folder));
  }
  const lines = all.map((one) => `${one.replace("=", " = '")}'\n`).join("");
  if (disk) disk.append(join(data, "postgresql.auto.conf"), lines);
  else appendFileSync(join(data, "postgresql.auto.conf"), lines);
  let server: ChildProcess | undefined;
  let databases = 0;

  const sql = (text: string, database = "postgres"): string =>
    execFileSync(join(bin, "psql"), ["-h", folder, "-p", String(port), "-U", "postgres", "-qAt", database], {
      input: text,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    }).trim();

  async function start(): Promise<void> {
    const command = `exec "${join(bin, "postgres")}" -D "${data}" >>"${join(folder, "log")}" 2>&1`;
    const asked = ["-c", command];
    const [program, args] = disk ? disk.inside("/bin/sh", asked) : ["/bin/sh", asked];
    const running = spawn(program, args, { stdio: "ignore", cwd: folder, ...(disk ? {} : user) });
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
    // A process that outlives the server would keep the next one from starting, so the server must not start more.
    const pid = killed.pid as number;
    killed.kill("SIGSTOP");
    while (stateOf(pid) !== "T") await pause(1);
    const others = childrenOf(pid);
    // As long as their parent is stopped, their numbers belong to them.
    for (const other of others) process.kill(other, "SIGKILL");
    killed.kill("SIGKILL");
    await ended;
    while (others.some(isRunning)) await pause(5);
  }

  await start();
  const local = ["-h", folder, "-p", String(port), "-U", "postgres"];
  const backUp = (target: string) =>
    run("pg_basebackup", [...local, "-D", target, "-X", "none", "-c", "fast", "--no-sync"]);
  return {
    port,
    ...(disk && { disk }),
    ...(archived && { archive: createArchive({ folder, data, sql, start, backUp, shell }) }),
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
      disk?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}

function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return pids === "" ? [] : pids.split(" ").map(Number);
}

/** Whether a process has not ended. Nobody may collect the exit code of one that lost its parent. */
const isRunning = (pid: number): boolean => !["X", "Z", undefined].includes(stateOf(pid));

/** The letter that `ps` shows, such as T for a stopped process; undefined if there is none. */
function stateOf(pid: number): string | undefined {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
