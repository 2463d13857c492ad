import { createLog, type Gateway, type Logger } from "@postern/core";
import { runnerLife } from "./runner-life.ts";

/** Uncaught errors within a minute after which the process exits, so that it is restarted. */
const MAX_FAULTS = 100;
/** Milliseconds that open handles of a broken adapter may delay the exit. */
const LINGER = 2_000;
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Runs the channel runner until SIGTERM or SIGINT. Pass a gateway with `channels({ role: "runner", … })` and
 * `background: false`. Resolves with the exit code: 0 unless the runner did not start or was replaced. The process exits
 * soon after, even if an adapter leaves handles open.
 */
export async function runChannels(
  gateway: Pick<Gateway, "start" | "stop" | "service">,
  { log = createLog() }: { log?: Logger } = {},
): Promise<number> {
  guard(log);
  const asked = untilStopRequested();
  const { code = 1, ...end } = await run(gateway, asked).catch((error: unknown): End => {
    log.error({ error: error instanceof Error ? error.message : String(error) }, "The channel runner failed");
    return { word: "the runner failed; see its log" };
  });
  await gateway.stop();
  if (end.word !== undefined) await sendEnd(end);
  process.exitCode = code;
  setTimeout(() => process.exit(code), LINGER).unref();
  if (process.connected) process.disconnect();
  return code;
}

/** How the runner ends. */
interface End {
  /** The exit code; 1 by default. */
  readonly code?: number;
  /** The reason, unless a signal ended it. */
  readonly word?: string;
  /** Whether it must not be started again. */
  readonly isFinal?: boolean;
}

/** Runs until it is asked to stop, or ends for another cause. */
async function run(gateway: Pick<Gateway, "start" | "service">, asked: Promise<string>): Promise<End> {
  await gateway.start();
  const life = gateway.service(runnerLife)?.();
  if (!life) return { word: 'the channels plugin did not start in the role "runner"; see the log' };
  const { refused, isFinal = false } = life;
  if (refused !== undefined) return { word: refused, isFinal };
  // Background work does not keep a process alive, and there may be no supervisor with an IPC channel.
  const alive = setInterval(() => {}, MAX_TIMER);
  const end = await Promise.race([
    asked.then((reason): End => {
      life.reason = reason;
      return { code: 0 };
    }),
    life.ended.then((word): End => {
      life.reason = word;
      return { word, ...(life.isFinal && { isFinal: true, code: 0 }) };
    }),
  ]);
  clearInterval(alive);
  return end;
}

/** Resolves when the runner must stop: on a signal, or when its supervisor is gone. A second signal exits immediately. */
function untilStopRequested(): Promise<string> {
  return new Promise((resolve) => {
    let signals = 0;
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      process.on(name, () => {
        if (++signals > 1) process.exit(1);
        resolve(`the runner received ${name}`);
      });
    }
    process.on("message", (said: { supervised?: unknown }) => {
      if (said?.supervised === true) process.once("disconnect", () => resolve("the supervisor of the runner is gone"));
    });
  });
}

/** An uncaught error of one adapter must not stop the others, nor must a closed log stream. */
function guard(log: Logger): void {
  const faults: number[] = [];
  const survive = (error: unknown) => {
    const now = performance.now();
    faults.push(now);
    while ((faults[0] as number) < now - 60_000) faults.shift();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, "Uncaught error");
    if (faults.length > MAX_FAULTS) process.exit(1);
  };
  process.on("unhandledRejection", survive).on("uncaughtException", survive);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Reports the end to the supervisor. */
function sendEnd({ word, isFinal }: End): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send({ word, isFinal }, () => resolve());
  });
}
