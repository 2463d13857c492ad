import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ProgramName, pathOf } from "../../../run/programs.ts";

export const tempFolder = (): string => mkdtempSync(join(tmpdir(), "postern-channels-"));

/** A running program. */
export interface Program {
  start(): Promise<void>;
  /** Kills it immediately, like a crash of the machine. */
  kill(): Promise<void>;
}

/** Runs a program that listens at `port`. */
export function program(name: ProgramName, args: readonly string[], port: number): Program {
  const command = pathOf(name);
  let child: ChildProcess | undefined;
  return {
    async start() {
      const started = spawn(command, args, { stdio: "ignore" });
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
