import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { processMark, spawnProgram } from "@postern/core/process";
import { openLog } from "./log-file.ts";
import { describeExit, type Exit, type SupervisorState, writeAtomically } from "./state.ts";

/** The order that a supervisor receives. */
export interface Order {
  readonly script: string;
  readonly args: readonly string[];
  /** The working folder of the runner. */
  readonly cwd: string;
  readonly state: string;
  readonly log: string;
  readonly bytes: number;
  readonly files: number;
  /** Milliseconds from SIGTERM to SIGKILL. */
  readonly grace: number;
}

const SECOND = 1_000;
/** Milliseconds from an exit to the next start. */
const BACKOFF = [1, 2, 5, 10, 30, 60].map((seconds) => seconds * SECOND);
/** A runner that ran for this many milliseconds resets the backoff. */
const STABLE_AFTER = 60 * SECOND;
/** Milliseconds to wait for the remaining output of an ended runner. */
const OUTPUT_TIMEOUT = 500;

/**
 * Keeps a runner running until SIGTERM or SIGINT, or until the runner says that it must not be started again. Resolves
 * when the runner has ended.
 */
export async function supervise(order: Order): Promise<void> {
  const log = openLog(order.log, order);
  const self = { ...processMark(), what: "The supervisor of the channel runner", stop: "postern channels stop" };
  let state: SupervisorState = { ...self, status: "running", exits: 0 };
  let child: ChildProcess | undefined;
  let isEnding = false;
  let wake = () => {};
  let failures = 0;

  function writeLog(level: "info" | "warn", message: string, fields: object = {}): void {
    log.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  }

  /** If the data folder is gone, the runner is stopped. Any other failure is temporary: the next change writes again. */
  function writeState(change: Partial<SupervisorState>): void {
    state = { ...state, ...change };
    if (!existsSync(order.cwd)) {
      end();
      return;
    }
    try {
      writeAtomically(order.state, state);
    } catch (error) {
      writeLog("warn", "The supervisor cannot write its state file", { error: (error as NodeJS.ErrnoException).code });
    }
  }

  function end(): void {
    if (isEnding) return;
    isEnding = true;
    wake();
    if (child === undefined) return;
    if (existsSync(dirname(order.state))) writeState({ status: "ending" });
    const ending = child;
    ending.kill("SIGTERM");
    setTimeout(() => ending.kill("SIGKILL"), order.grace).unref();
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  function run(): Promise<Exit> {
    return new Promise((resolve) => {
      const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
      const started = spawnProgram(process.execPath, [order.script, ...order.args], {
        cwd: order.cwd,
        stdio: [...stdio],
      });
      const { pid } = started;
      let word: string | undefined;
      let isFinal = false;
      child = started;
      started.stdout?.on("data", log.write);
      started.stderr?.on("data", log.write);
      started.on("message", (said: { word?: unknown; isFinal?: unknown }) => {
        if (typeof said?.word === "string") word = said.word.slice(0, 500);
        isFinal ||= said?.isFinal === true;
      });
      // The runner stops when this channel closes, so it does not outlive its supervisor.
      started.send?.({ supervised: true }, () => {});
      const resolveWith = (exit: Partial<Exit>) => {
        if (child === started) child = undefined;
        const ownWord = word !== undefined && !isEnding && { word };
        const own = { ...(pid !== undefined && { pid }), ...ownWord, ...exit, ...(isFinal && { isFinal }) };
        resolve({ ...own, at: Date.now(), isAsked: isEnding });
      };
      started.on("error", (error: NodeJS.ErrnoException) => {
        if (pid === undefined) resolveWith({ word: `the runner could not be started: ${error.code}` });
      });
      started.on("exit", (code, signal) => {
        const exit = { ...(code !== null && { code }), ...(signal !== null && { signal }) };
        const timer = setTimeout(() => resolveWith(exit), OUTPUT_TIMEOUT);
        started.on("close", () => {
          clearTimeout(timer);
          resolveWith(exit);
        });
      });
      if (pid !== undefined) writeState({ status: "running", runner: processMark(pid), nextAt: undefined });
      writeLog("info", "The runner was started", { pid });
    });
  }

  process.on("SIGTERM", end).on("SIGINT", end);
  // The supervisor outlives the terminal that it was started from.
  process.on("SIGHUP", () => {});
  const folder = setInterval(() => {
    if (!existsSync(order.cwd)) end();
  }, 5 * SECOND);
  while (!isEnding) {
    const began = performance.now();
    const last = await run();
    if (last.isAsked || last.isFinal) {
      state = { ...state, last };
      break;
    }
    failures = performance.now() - began < STABLE_AFTER ? failures + 1 : 1;
    const wait = BACKOFF[Math.min(failures, BACKOFF.length) - 1] as number;
    writeLog("warn", `Restarting the runner in ${wait} ms: ${describeExit(last)}`, { pid: last.pid });
    writeState({ status: "waiting", runner: undefined, exits: state.exits + 1, last, nextAt: Date.now() + wait });
    if (!isEnding) await pause(wait);
  }
  clearInterval(folder);
  if (existsSync(order.cwd)) {
    writeState({ status: "ended", runner: undefined, nextAt: undefined });
    writeLog("info", "The supervisor has stopped", state.last && { runner: describeExit(state.last) });
  }
  log.close();
}
