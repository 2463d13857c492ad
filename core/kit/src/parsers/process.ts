import type { Socket } from "node:net";
import { spawnProgram } from "@postern/core/process";
import { commandFor, environment } from "./command.ts";
import { endFailure, outOfMemory, outOfTime, ParserFailed, tooMuchOutput } from "./failure.ts";
import { createFrameReader, encodeFrame } from "./frames.ts";
import { watchMemory } from "./memory.ts";

/** What a process may use. */
export interface ProcessLimits {
  /** Memory in MiB, without what is shared with other processes. */
  readonly memory: number;
  /** Milliseconds for one answer. */
  readonly timeout: number;
  /** Bytes of one answer. */
  readonly answer: number;
}

/** A process that parses files. It answers one message at a time. */
export interface ParserProcess {
  /** Sends a message and waits for its answer. Rejects with the failure that ended the process. */
  ask(message: unknown): Promise<unknown>;
  /** Sends a message without an answer. */
  send(message: unknown): void;
  /** Ends the process, and with it a pending answer. */
  end(failure: Error): void;
  /** Resolves once the process has ended and its memory is free. */
  readonly ended: Promise<void>;
  isEnded(): boolean;
  /** Bytes sent and received. */
  traffic(): number;
}

const MAX_LOG = 8_192;

/** Starts a program that calls `serveParser`. */
export function startProcess(program: URL, { memory, timeout, answer }: ProcessLimits): ParserProcess {
  const child = spawnProgram(...commandFor(program, memory), {
    stdio: ["pipe", "pipe", "pipe"],
    env: environment(),
    windowsHide: true,
  });
  let [log, traffic, isReady] = ["", 0, false];
  let failure: Error | undefined;
  let waiting: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;

  const end = (error: Error) => {
    failure ??= error;
    waiting?.reject(failure);
    child.kill("SIGKILL");
  };
  const read = createFrameReader(answer, (message) => {
    if (isReady) waiting?.resolve(message);
    isReady = true;
  });
  child.stdout.on("data", (chunk: Buffer) => {
    traffic += chunk.length;
    if (failure) return;
    try {
      read(chunk);
    } catch (error) {
      end(error instanceof RangeError ? tooMuchOutput(answer) : new ParserFailed("crash", "made its parser fail"));
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-MAX_LOG);
  });
  // How the process ended is known when it has ended.
  child.stdin.on("error", () => {});
  child.on("error", (error) => end(startFailure(error.message)));
  const ended = new Promise<void>((resolve) => {
    child.on("close", (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      end(isReady ? endFailure(how, log, memory) : startFailure(how));
      resolve();
    });
  });

  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as Socket[];
  const setKeepingAlive = (isNeeded: boolean) => {
    for (const handle of handles) isNeeded ? handle.ref() : handle.unref();
  };
  // An idle process does not keep this one alive, and ends with it, because its standard input is closed then.
  setKeepingAlive(false);

  const send = (message: unknown) => {
    const frame = encodeFrame(message);
    traffic += frame.length;
    if (!failure) child.stdin.write(frame);
  };
  return {
    async ask(message) {
      if (failure) throw failure;
      setKeepingAlive(true);
      const late = () => end(isReady ? outOfTime(timeout) : startFailure("it was not ready in time"));
      const timer = setTimeout(late, timeout);
      const unwatch = watchMemory(child.pid, memory, () => end(outOfMemory(memory)));
      try {
        return await new Promise((resolve, reject) => {
          waiting = { resolve, reject };
          send(message);
        });
      } finally {
        clearTimeout(timer);
        unwatch();
        setKeepingAlive(false);
        waiting = undefined;
      }
    },
    send,
    end,
    ended,
    isEnded: () => failure !== undefined,
    traffic: () => traffic,
  };
}

const startFailure = (how: string): ParserFailed =>
  new ParserFailed("start", `The process that reads such files did not start: ${how}`);
