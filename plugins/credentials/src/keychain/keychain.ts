import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { spawnProgram } from "@postern/core/process";
import { BackendTrouble, type Trouble } from "../backends/backend.ts";
import { program } from "./program.ts";

/** The system's keychain. Each call may fail with BackendTrouble. */
export interface Keychain {
  get(service: string, account: string): Promise<string | undefined>;
  set(service: string, account: string, secret: string): Promise<void>;
  /** Returns whether the entry existed. */
  remove(service: string, account: string): Promise<boolean>;
  /** Ends the helper process; pending requests fail. */
  close(): void;
}

/** Long enough for a person to enter a password, and short enough for the caller that waits. */
const PATIENCE = 20_000;
/** How long the helper process stays alive without requests. */
const IDLE = 10_000;

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function createKeychain({ patience = PATIENCE, idle = IDLE } = {}): Keychain {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const waiting = new Map<number, PendingRequest>();
  let last = 0;

  function end(reason: string): void {
    const ended = child;
    child = undefined;
    clearTimeout(idleTimer);
    ended?.kill("SIGKILL");
    for (const { reject } of waiting.values()) reject(new BackendTrouble({ reason }));
    waiting.clear();
  }

  function start(): ChildProcess {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    const stdio = ["pipe", "pipe", "ignore"] as ["pipe", "pipe", "ignore"];
    const started = spawnProgram(process.execPath, ["-e", program, pathOfBinding()], { env, stdio });
    const onEnd = () => {
      if (child === started) end("its helper process ended");
    };
    started.on("error", onEnd).on("close", onEnd);
    started.stdin.on("error", () => {});
    createInterface({ input: started.stdout }).on("line", (line) => {
      const { id, value, error } = JSON.parse(line) as { id: number; value?: unknown; error?: string };
      const request = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) request?.resolve(value);
      else request?.reject(new BackendTrouble(troubleIn(error)));
      if (waiting.size === 0) startIdleTimer();
    });
    // Neither the helper process nor its pipes keep the gateway process alive.
    for (const handle of [started, started.stdin, started.stdout]) (handle as unknown as { unref?(): void }).unref?.();
    child = started;
    return started;
  }

  function startIdleTimer(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => end("it was closed"), idle);
    idleTimer.unref();
  }

  async function send(verb: string, service: string, account: string, secret?: string): Promise<unknown> {
    clearTimeout(idleTimer);
    const { stdin } = child ?? start();
    const id = ++last;
    // This timer keeps the gateway process alive until the response arrives.
    const late = setTimeout(() => end(`it did not answer within ${patience / 1000} s`), patience);
    try {
      return await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        stdin?.write(`${JSON.stringify({ id, verb, service, account, secret })}\n`);
      });
    } finally {
      clearTimeout(late);
    }
  }

  return {
    get: async (service, account) => (await send("get", service, account)) as string | undefined,
    set: async (service, account, secret) => void (await send("set", service, account, secret)),
    remove: async (service, account) => (await send("remove", service, account)) === true,
    close: () => end("it was closed"),
  };
}

function pathOfBinding(): string {
  try {
    return createRequire(import.meta.url).resolve("@napi-rs/keyring");
  } catch {
    throw new BackendTrouble({
      reason: "the package @napi-rs/keyring is not installed",
      help: 'Install it with "npm install @napi-rs/keyring"',
    });
  }
}

const UNLOCK = "Unlock it (log in to the desktop, or run gnome-keyring-daemon --unlock), or use the vault instead";
const ELSEWHERE = "Use the vault instead, or start a secret service such as gnome-keyring in this session";

/** Patterns of system error messages. The messages are not passed on, because they may contain anything. */
const KNOWN: readonly [RegExp, Trouble][] = [
  [/dismissed|is locked|locked|interaction is not allowed/i, { reason: "it is locked", help: UNLOCK }],
  [/no result found/i, { reason: "it is not set up for this user", help: UNLOCK }],
  [
    /d-?bus|platform failure|service ?unknown|not provided/i,
    { reason: "this session has no keychain", help: ELSEWHERE },
  ],
  [/too long|longer than/i, { reason: "the secret is too long for it", help: "Use the vault instead" }],
  [
    /cannot find module|native binding|GLIBC|dlopen/i,
    { reason: "its package does not work on this system", help: ELSEWHERE },
  ],
];

const troubleIn = (message: string): Trouble =>
  KNOWN.find(([pattern]) => pattern.test(message))?.[1] ?? {
    reason: "it refused the request",
    help: "Use the vault instead",
  };
