import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Whether a program is installed. The continuous integration installs all of them. */
export function has(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore", env: { ...process.env, PATH: paths() } });
    return true;
  } catch {
    return false;
  }
}

const paths = () => `${process.env.PATH}:/usr/sbin:/sbin`;

export const tempFolder = (): string => mkdtempSync(join(tmpdir(), "postern-channels-"));

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A running program. */
export interface Program {
  start(): Promise<void>;
  /** Kills it immediately, like a crash of the machine. */
  kill(): Promise<void>;
}

export function program(command: string, args: readonly string[], port: number): Program {
  let child: ChildProcess | undefined;
  return {
    async start() {
      const started = spawn(command, args, { stdio: "ignore", env: { ...process.env, PATH: paths() } });
      child = started;
      for (let i = 0; i < 600; i++) {
        if (started.exitCode !== null) throw new Error(`${command} ended with ${started.exitCode}`);
        if (await answers(port)) return;
        await pause(50);
      }
      started.kill("SIGKILL");
      throw new Error(`${command} does not listen`);
    },
    async kill() {
      const running = child;
      child = undefined;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGKILL");
      await ended;
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** A key and a self-signed certificate for `names`. */
export function certificate(folder: string, names: readonly string[]): { key: string; cert: string; pem: string } {
  const key = join(folder, "key.pem");
  const cert = join(folder, "cert.pem");
  const also = [...names.map((name) => `DNS:${name}`), "IP:127.0.0.1"].join(",");
  execFileSync(
    "openssl",
    [
      ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test".split(" "),
      ...["-addext", `subjectAltName=${also}`, "-keyout", key, "-out", cert],
    ],
    { stdio: "ignore" },
  );
  return { key, cert, pem: readFileSync(cert, "utf8") };
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A proxy between a client and a server, which can go silent without closing connections. */
export interface Relay {
  readonly port: number;
  silence(): void;
  speak(): void;
  /** Cuts all connections. */
  cut(): void;
  /** Number of connections so far. */
  readonly connections: number;
  stop(): Promise<void>;
}

export async function relay(to: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let silent = false;
  let connections = 0;
  const server: Server = createServer((client) => {
    connections++;
    const upstream = connect(to, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    client.on("data", (data) => !silent && upstream.write(data)).on("close", () => upstream.destroy());
    upstream.on("data", (data) => !silent && client.write(data)).on("close", () => client.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      silent = true;
    },
    speak: () => {
      silent = false;
    },
    cut,
    get connections() {
      return connections;
    },
    async stop() {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
