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
  const word = await run(gateway, asked).catch((error: unknown) => {
    log.error({ error: error instanceof Error ? error.message : String(error) }, "The channel runner failed");
    return "the runner failed; see its log";
  });
  await gateway.stop();
  if (word !== undefined) await sendReason(word);
  const code = word === undefined ? 0 : 1;
  process.exitCode = code;
  setTimeout(() => process.exit(code), LINGER).unref();
  if (process.connected) process.disconnect();
  return code;
}

/** Runs until it is asked to stop. Returns a reason if it ends for another cause. */
async function run(gateway: Pick<Gateway, "start" | "service">, asked: Promise<string>): Promise<string | undefined> {
  await gateway.start();
  const life = gateway.service(runnerLife)?.();
  if (!life) return 'the channels plugin did not start in the role "runner"; see the log';
  if (life.refused !== undefined) return life.refused;
  // Background work does not keep a process alive, and there may be no supervisor with an IPC channel.
  const alive = setInterval(() => {}, MAX_TIMER);
  const word = await Promise.race([
    asked.then((reason) => {
      life.reason = reason;
      return undefined;
    }),
    life.ended,
  ]);
  clearInterval(alive);
  return word;
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

/** Sends the reason to the supervisor. */
function sendReason(word: string): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send({ word }, () => resolve());
  });
}
