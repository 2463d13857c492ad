import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import type { Cluster } from "../../storage-drivers/postgres/cluster.ts";
import { newUser } from "../../surfaces/postern.ts";
import { post } from "./process.ts";

const bin = fileURLToPath(new URL("../../../plugins/cli/bin/postern.js", import.meta.url));
const isRoot = process.getuid?.() === 0;

/** Each host has its own process ids and its own name, and all of it ends with its first process. */
const UNSHARE = [
  ...(isRoot ? [] : ["--user", "--map-root-user"]),
  ...["--pid", "--fork", "--mount-proc", "--uts", "--kill-child"],
];
/** The first process of a host, which must outlive the gateway and remove what has ended. */
const INIT = 'hostname "$1"; while read -r command; do sh -c "$command" </dev/null & done; sleep infinity';

/** Options of Node with which a runner starts later than other processes, by milliseconds. */
const slowRunner = (start: number): string =>
  `--import=data:text/javascript,process.argv.includes('runner')&&await(new(Promise)(done=>setTimeout(done,${start})))`;

/** Whether hosts can be made here. */
export const hasHosts = await new Promise<boolean>((resolve) => {
  const tried = spawn("unshare", [...UNSHARE, "hostname", "tried"], { stdio: "ignore" });
  tried.on("error", () => resolve(false)).on("exit", (code) => resolve(code === 0));
});

/** A host with this name and with a data folder of its own, on which a gateway is started. */
async function startHost(name: string, store: string, { config, key, start = 0 }: Starting) {
  const user = newUser();
  user.configure({ plugins: { context: true, events: true, chats: true, service: true, channels: config } });
  const made = JSON.parse((await user.run("init", "--store", store, "--json")).out) as { key: string };
  const token = key ?? made.key;
  const own = { HOME: user.home, POSTERN_DATA: user.data, POSTERN_STORE: store, NODE_OPTIONS: slowRunner(start) };
  const env = { PATH: process.env.PATH, CI: "true", ...own };
  const cwd = user.home;
  const host = spawn("unshare", [...UNSHARE, "sh", "-c", INIT, "sh", name], { cwd, env, stdio: "pipe" });
  const ended = new Promise<void>((resolve) => host.on("close", () => resolve()));
  let out = "";
  host.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  host.stderr.resume();
  host.stdin.on("error", () => {});
  const kill = async () => {
    host.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  /** Runs a command on this host in the background. */
  const run = (command: string) => void host.stdin.write(`${command}\n`);
  const postern = (...args: string[]) => `exec "${process.execPath}" "${bin}" ${args.join(" ")}`;

  let gateway = { url: "", pid: 0 };
  const call = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
    post(gateway.url, token, id, body, headers);
  const supervisorFile = join(user.data, "processes", "channels-supervisor.json");
  const self = {
    ...{ name, key: token, kill, call, supervisorFile },
    /** The answer of an operation that must succeed. */
    async ask(id: string, body: object = {}, headers: Record<string, string> = {}) {
      const { status, body: answer } = await call(id, body, headers);
      expect({ id, status, answer }).toMatchObject({ status: 200 });
      return answer;
    },
    /** Starts a gateway. */
    async serve() {
      out = "";
      run(postern("serve", "--port", "0", "--json"));
      await until(() => expect(out).toContain("\n"));
      gateway = JSON.parse(out);
    },
    gateway: () => gateway.pid,
    supervisor: () => pidIn(supervisorFile),
    supervisorState: () => JSON.parse(readFileSync(supervisorFile, "utf8")),
    /** Sends a signal to a process of this host. */
    signal: (pid: number, signal: string) => run(`kill -${signal} ${pid}`),
    /** Runs a command of the command line on this host. */
    postern: (...args: string[]) => run(`${postern(...args)} >>command.log 2>&1`),
    log: () => readFileSync(join(user.home, "command.log"), "utf8"),
  };
  await self.serve();
  return self;
}

const pidIn = (path: string): number => (JSON.parse(readFileSync(path, "utf8")) as { pid: number }).pid;

export type Host = Awaited<ReturnType<typeof startHost>>;

/** Two hosts on one store, each with a gateway. */
export async function startHosts(
  cluster: Cluster,
  { names = ["alpha", "beta"], config = {}, start = 0 }: Options = {},
) {
  const store = cluster.database();
  const first = await startHost(names[0], store, { config, start });
  return [first, await startHost(names[1], store, { config, key: first.key })] as const;
}

interface Options {
  readonly names?: readonly [string, string];
  /** Of the channels plugin. */
  readonly config?: object;
  /** Milliseconds that the runner of the first host needs in addition to start. */
  readonly start?: number;
}

interface Starting extends Pick<Options, "start"> {
  readonly config: object;
  readonly key?: string;
}
