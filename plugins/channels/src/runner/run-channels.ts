import { createLog, type Gateway, type Logger } from "@postern/core";
import { runnerLife } from "./runner-life.ts";

/** How often, within a minute, something may be thrown that nobody catches before the process had better begin anew. */
const MOST_FAULTS = 100;
/** How long what a broken adapter leaves open may keep a process that has ended. */
const LINGER = 2_000;
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Is the channel runner until SIGTERM or SIGINT: give it a gateway with `channels({ role: "runner", … })` and
 * `background: false`. Resolves with the exit code, which is 0 unless it never began or lost its place; whatever an
 * adapter leaves open, the process ends soon after.
 */
export async function runChannels(
  gateway: Pick<Gateway, "start" | "stop" | "service">,
  { log = createLog() }: { log?: Logger } = {},
): Promise<number> {
  guard(log);
  const asked = untilAsked();
  const word = await run(gateway, asked).catch((error: unknown) => {
    log.error({ error: error instanceof Error ? error.message : String(error) }, "The channel runner failed");
    return "it failed, as its log tells";
  });
  await gateway.stop();
  if (word !== undefined) await tell(word);
  const code = word === undefined ? 0 : 1;
  process.exitCode = code;
  setTimeout(() => process.exit(code), LINGER).unref();
  if (process.connected) process.disconnect();
  return code;
}

/** Runs until it is asked to end; answers a word where it ended for another cause. */
async function run(gateway: Pick<Gateway, "start" | "service">, asked: Promise<string>): Promise<string | undefined> {
  await gateway.start();
  const life = gateway.service(runnerLife)?.();
  if (!life) return "the plugin channels did not start in the role of the runner, as its log tells";
  if (life.refused !== undefined) return life.refused;
  // Background work does not keep a process alive, and there may be no supervisor whose channel does.
  const alive = setInterval(() => {}, LONGEST_TIMER);
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

/** Resolves when it is to end: by a signal, a second of which ends it at once, or because its supervisor is gone. */
function untilAsked(): Promise<string> {
  return new Promise((resolve) => {
    let signals = 0;
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      process.on(name, () => {
        if (++signals > 1) process.exit(1);
        resolve(`it was asked to by ${name}`);
      });
    }
    process.on("message", (said: { supervised?: unknown }) => {
      if (said?.supervised === true) process.once("disconnect", () => resolve("its supervisor is gone"));
    });
  });
}

/** What a broken adapter throws where nobody catches it must not end the others; who reads the log may go. */
function guard(log: Logger): void {
  const faults: number[] = [];
  const survive = (error: unknown) => {
    const now = performance.now();
    faults.push(now);
    while ((faults[0] as number) < now - 60_000) faults.shift();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, "Something failed that nobody waited for");
    if (faults.length > MOST_FAULTS) process.exit(1);
  };
  process.on("unhandledRejection", survive).on("uncaughtException", survive);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Tells the supervisor why. */
function tell(word: string): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send({ word }, () => resolve());
  });
}
