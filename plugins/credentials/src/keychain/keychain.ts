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
  /** Answers whether there was one. */
  remove(service: string, account: string): Promise<boolean>;
  /** Ends the process behind it; what is still asked fails. */
  close(): void;
}

/** Long enough for a person who is asked for a password, and short enough for whoever waits for an answer. */
const PATIENCE = 20_000;
/** How long the process behind it stays without anything to do. */
const IDLE = 10_000;

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function createKeychain({ patience = PATIENCE, idle = IDLE } = {}): Keychain {
  let child: ChildProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Asked>();
  let last = 0;

  function end(reason: string): void {
    const gone = child;
    child = undefined;
    clearTimeout(resting);
    gone?.kill("SIGKILL");
    for (const { reject } of waiting.values()) reject(new BackendTrouble({ reason }));
    waiting.clear();
  }

  function begin(): ChildProcess {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    const stdio = ["pipe", "pipe", "ignore"] as ["pipe", "pipe", "ignore"];
    const made = spawnProgram(process.execPath, ["-e", program, pathOfBinding()], { env, stdio });
    const left = () => {
      if (child === made) end("the process that asks it ended");
    };
    made.on("error", left).on("close", left);
    made.stdin.on("error", () => {});
    createInterface({ input: made.stdout }).on("line", (line) => {
      const { id, value, error } = JSON.parse(line) as { id: number; value?: unknown; error?: string };
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.resolve(value);
      else asked?.reject(new BackendTrouble(troubleIn(error)));
      if (waiting.size === 0) rest();
    });
    // Neither the process nor its pipes keep this one alive.
    for (const handle of [made, made.stdin, made.stdout]) (handle as unknown as { unref?(): void }).unref?.();
    child = made;
    return made;
  }

  function rest(): void {
    clearTimeout(resting);
    resting = setTimeout(() => end("it was closed"), idle);
    resting.unref();
  }

  async function ask(verb: string, service: string, account: string, secret?: string): Promise<unknown> {
    clearTimeout(resting);
    const { stdin } = child ?? begin();
    const id = ++last;
    // Held while somebody waits, so that the process does not end before it has its answer.
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
    get: async (service, account) => (await ask("get", service, account)) as string | undefined,
    set: async (service, account, secret) => void (await ask("set", service, account, secret)),
    remove: async (service, account) => (await ask("remove", service, account)) === true,
    close: () => end("it was closed"),
  };
}

function pathOfBinding(): string {
  try {
    return createRequire(import.meta.url).resolve("@napi-rs/keyring");
  } catch {
    throw new BackendTrouble({
      reason: "the package @napi-rs/keyring is not installed",
      help: "npm install @napi-rs/keyring",
    });
  }
}

const UNLOCK = "unlock it (log in to the desktop, or gnome-keyring-daemon --unlock), or name the backend vault";
const ELSEWHERE = "name the backend vault, or start a secret service such as gnome-keyring in this session";

/** The system's words by what they mean. They are not handed on: nobody promises what stands in them. */
const KNOWN: readonly [RegExp, Trouble][] = [
  [/dismissed|is locked|locked|interaction is not allowed/i, { reason: "it is locked", help: UNLOCK }],
  [/no result found/i, { reason: "it was never set up for this user", help: UNLOCK }],
  [
    /d-?bus|platform failure|service ?unknown|not provided/i,
    { reason: "there is none in this session", help: ELSEWHERE },
  ],
  [/too long|longer than/i, { reason: "the secret is too long for it", help: "name the backend vault" }],
  [
    /cannot find module|native binding|GLIBC|dlopen/i,
    { reason: "its package does not work on this system", help: ELSEWHERE },
  ],
];

const troubleIn = (words: string): Trouble =>
  KNOWN.find(([sign]) => sign.test(words))?.[1] ?? { reason: "it refused", help: "name the backend vault" };
