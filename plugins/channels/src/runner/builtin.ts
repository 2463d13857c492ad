import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { processMark, sendSignal, spawnProgram } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import { environmentFor } from "./environment.ts";
import { NoRunner, StartFailed } from "./errors.ts";
import { intents, ONE } from "./records.ts";
import { logFile, readState, supervisorFile } from "./supervise/state.ts";
import type { Order } from "./supervise/supervise.ts";
import type { RunnerManager } from "./supervision.ts";
import { SUPERVISOR } from "./supervisor-script.ts";
import { waitUntilGone } from "./wait.ts";

/** Milliseconds that a supervisor may take in addition to the grace period of its runner. */
const EXTRA_GRACE = 4_000;
/** Milliseconds that a supervisor may take to accept its order, on a busy machine. */
const ORDER_TIMEOUT = 20_000;

/** Keeps the runner running with a small supervisor process, which outlives the process that starts it. */
export const builtin: RunnerManager = {
  assertReady() {},

  look: async (_config, { supervisor }) => ({ isSupervised: supervisor !== undefined, pmId: null }),

  async launch(host) {
    const order = orderOf(host.config);
    mkdirSync(order.cwd, { recursive: true, mode: 0o700 });
    const { environment: named, runner } = host.config;
    const child = spawnProgram(process.execPath, [SUPERVISOR], {
      cwd: order.cwd,
      env: environmentFor(process.env, { named, own: runner?.env }),
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      windowsHide: true,
    });
    try {
      await once(child, "spawn").catch(({ code }: NodeJS.ErrnoException) => {
        throw StartFailed({ reason: `the supervisor process could not be started (${code})` });
      });
      const supervisor = processMark(child.pid as number);
      // Recorded before the supervisor gets its order, so that every process can find it. Without an order it exits.
      await host.transact(async ({ store, now }) => {
        const own = { ...supervisor, host: host.services.gateway.host, startedAt: now };
        await store.put(intents, { ...(await store.get(intents, ONE)), desired: "running", supervisor: own });
      });
      await sendOrder(child, order);
    } finally {
      if (child.connected) child.disconnect();
      child.unref();
    }
    return { pmStatus: null };
  },

  async end({ config }, { supervisor }) {
    if (!supervisor) return { pmStatus: null };
    const sent = sendSignal(supervisor, "SIGTERM");
    if (sent === "refused") return { pmStatus: null, trouble: notPermitted("the supervisor", supervisor.pid) };
    if (!(await waitUntilGone(supervisor, config.grace + EXTRA_GRACE))) {
      sendSignal(supervisor, "SIGKILL");
      await waitUntilGone(supervisor, EXTRA_GRACE);
    }
    const state = config.data === undefined ? undefined : readState(config.data);
    const isKilled = state?.pid === supervisor.pid && state.last?.isAsked && state.last.signal === "SIGKILL";
    return { pmStatus: null, ...(isKilled && { isKilled }) };
  },
};

/** The system denies the signal. */
export const notPermitted = (what: string, pid: number): string =>
  `${what} (process ${pid}) belongs to another user, so this gateway may not stop it (EPERM)`;

function orderOf({ runner, data, grace, log }: OurHost["config"]): Order {
  if (runner === undefined || data === undefined) throw NoRunner({});
  const { script, args = [] } = runner;
  return { script, args, cwd: data, state: supervisorFile(data), log: logFile(data), grace, ...log };
}

/** Resolves when the supervisor has accepted its order. From then on it runs independently. */
function sendOrder(child: ChildProcess, order: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(StartFailed({ reason: "the supervisor did not accept its order" }));
    const timer = setTimeout(fail, ORDER_TIMEOUT);
    child.once("disconnect", () => {
      clearTimeout(timer);
      resolve();
    });
    child.send(order, (error) => error && fail());
  });
}
