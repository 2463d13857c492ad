import { existsSync } from "node:fs";
import { basename } from "node:path";
import { type ProcessMark, signalTo } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import type { Outcome } from "../state.ts";
import { builtin, notOurs } from "./builtin.ts";
import { removeClaim } from "./deaths.ts";
import { NoRunner, OneProcess, RunnerUndecided, ScriptMissing } from "./errors.ts";
import { runnerStopped } from "./events.ts";
import { until, untilGone } from "./gone.ts";
import { healthOf } from "./health.ts";
import type { Keeper, Kept } from "./keeper.ts";
import { pm2 } from "./pm2.ts";
import { claims, ONE, type Wish, wishes } from "./records.ts";
import { look, processOf, type Seen } from "./seen.ts";
import { inTurn } from "./turn.ts";

/** Milliseconds that a start waits for the runner's first report. */
const FIRST_WORD = 20_000;
/** Milliseconds that the system may take to remove a killed process. */
const CLEARING = 3_000;

const RUNS_ALREADY = "already_running";
const IS_STOPPED = { changed: false, pmStatus: null, reason: "not_running" } satisfies Outcome;

type Config = OurHost["config"];

export const keeperOf = ({ manager }: Config): Keeper => (manager === "pm2" ? pm2 : builtin);
/** Everything that may supervise a runner: the configured manager, and the one it was started with. */
const keepersOf = ({ manager }: Config, { wish }: Seen): Keeper[] =>
  manager === "pm2" || wish?.isWithPm2 ? [pm2, builtin] : [builtin];
export const lookAt = (host: OurHost): Promise<Seen> => look(host.store, host.config.data, host.now());

/** Throws if a runner cannot be started at all. */
export function assertStartable(config: Config, { gateway }: OurHost["services"]): void {
  const { driver, guarantees } = gateway.store();
  if (guarantees.processes === "one") throw OneProcess({ driver });
  if (config.runner === undefined || config.data === undefined) throw NoRunner({});
  if (!existsSync(config.runner.script)) throw ScriptMissing({ script: basename(config.runner.script) });
  keeperOf(config).assertReady(config);
}

/** Throws if a runner is alive but its health is unknown. */
export function assertDecided({ claim, ...seen }: Seen, now: number): void {
  if (!claim) return;
  const { status, reason = "" } = healthOf({ claim, ...seen }, now);
  if (status === "unreachable") throw RunnerUndecided({ pid: claim.pid, reason });
}

async function shared(host: OurHost, action: string, work: () => Promise<Outcome>): Promise<Outcome> {
  let isOurs = false;
  const outcome = await host.state.changes(action, () => {
    isOurs = true;
    return inTurn(host, work);
  });
  if (isOurs || !outcome.changed) return outcome;
  // Only the call that did the work reports a change.
  if (action === "start") return { changed: false, pmStatus: null, reason: outcome.reason ?? RUNS_ALREADY };
  return action === "stop" ? IS_STOPPED : outcome;
}

export const start = (host: OurHost): Promise<Outcome> =>
  shared(host, "start", async () => {
    const seen = await lookAt(host);
    assertDecided(seen, host.now());
    if (!processOf(seen)) return begin(host, seen);
    await wishFor(host, { desired: "running" });
    const reason = await firstWord(host);
    return { changed: false, pmStatus: null, reason: reason ?? RUNS_ALREADY };
  });

export const stop = (host: OurHost): Promise<Outcome> =>
  shared(host, "stop", async () => {
    const seen = await lookAt(host);
    if (seen.wish && seen.wish.desired !== "stopped") await wishFor(host, { desired: "stopped" });
    const outcome = await end(host, seen);
    if (outcome.changed) await wishFor(host, { desired: "stopped" }, ["supervisor", "isWithPm2"]);
    return outcome;
  });

export const restart = (host: OurHost): Promise<Outcome> =>
  shared(host, "restart", async () => {
    const { previousPid, changed, ...ended } = await end(host, await lookAt(host));
    // If the old runner could not be stopped, a second one must not be started.
    if (!changed && ended.reason !== IS_STOPPED.reason) return { ...ended, changed };
    const begun = await begin(host, await lookAt(host));
    const reason = begun.reason ?? (changed ? ended.reason : "the runner was not running");
    return { ...begun, ...(previousPid !== undefined && { previousPid }), ...(reason !== undefined && { reason }) };
  });

async function wishFor(host: OurHost, change: Partial<Wish>, forget: readonly (keyof Wish)[] = []): Promise<void> {
  await host.transact(async ({ store }) => {
    const wish = { ...(await store.get(wishes, ONE)), ...change };
    for (const name of forget) delete wish[name];
    await store.put(wishes, wish);
  });
}

/** Starts a runner and waits for its first report. */
export async function begin(host: OurHost, seen: Seen): Promise<Outcome> {
  const keeper = keeperOf(host.config);
  // Stop a supervisor that waits before a retry, or that has no runner: the new one starts immediately.
  for (const one of keepersOf(host.config, seen)) await one.end(host, seen);
  await wishFor(host, { desired: "running", isWithPm2: keeper === pm2 });
  const { pmStatus } = await keeper.launch(host);
  const reason = await firstWord(host);
  return { changed: true, pmStatus, ...(reason !== undefined && { reason }) };
}

/** Waits for the runner's first report. Returns a reason if it does not come. */
async function firstWord(host: OurHost): Promise<string | undefined> {
  const isSettled = async () => {
    const { beat, state, supervisor } = await lookAt(host);
    const isFailing = state !== undefined && state.pid === supervisor?.pid && state.exits > 0;
    return beat !== undefined || isFailing || (keeperOf(host.config) === builtin && !supervisor);
  };
  await until(isSettled, FIRST_WORD, host.signal);
  const seen = await lookAt(host);
  return seen.beat ? undefined : (healthOf(seen, host.now()).reason ?? "the runner has not reported yet");
}

/** Stops the runner and its supervisor. Only processes that are certainly theirs are signaled. */
async function end(host: OurHost, seen: Seen): Promise<Outcome> {
  const keepers = keepersOf(host.config, seen);
  const looks = await Promise.all(keepers.map((keeper) => keeper.look(host.config, seen)));
  const runner = processOf(seen);
  if (!runner && !looks.some(({ isKept }) => isKept)) {
    if (seen.dead) await host.transact(({ store }) => removeClaim(store));
    return IS_STOPPED;
  }
  const pid = runner?.pid ?? looks.find(({ pid }) => pid !== undefined)?.pid;
  const ends: Kept[] = [];
  for (const keeper of keepers) ends.push(await keeper.end(host, seen));
  const pmStatus = ends.find(({ pmStatus }) => pmStatus !== null)?.pmStatus ?? null;
  if (runner) ends.push(await endProcess(host, runner, seen.isCertain || !seen.claim));
  const trouble = ends.findLast(({ trouble }) => trouble !== undefined)?.trouble;
  if (trouble !== undefined) return { changed: false, pmStatus, reason: trouble };
  const isKilled = ends.some(({ isKilled }) => isKilled);
  const told = `the runner did not end within ${host.config.grace} ms of SIGTERM and was killed with SIGKILL`;
  await clear(host, runner, isKilled ? told : "the runner was stopped");
  return { changed: true, pmStatus, ...(pid !== undefined && { previousPid: pid }), ...(isKilled && { reason: told }) };
}

/** Stops a process with SIGTERM, then SIGKILL. Its supervisor may have stopped it already. */
async function endProcess({ config }: OurHost, runner: ProcessMark, isCertain: boolean): Promise<Kept> {
  const pmStatus = null;
  if (!isCertain)
    return {
      pmStatus,
      trouble: `process ${runner.pid} may not be the runner, so it was not signaled`,
    };
  const sent = signalTo(runner, "SIGTERM");
  if (sent === "refused") return { pmStatus, trouble: notOurs("the runner", runner.pid) };
  if (sent !== "sent" || (await untilGone(runner, config.grace))) return { pmStatus };
  signalTo(runner, "SIGKILL");
  const isGone = await untilGone(runner, CLEARING);
  return isGone
    ? { pmStatus, isKilled: true }
    : { pmStatus, trouble: `process ${runner.pid} did not end after SIGKILL` };
}

/** A killed runner could not remove its claim or report its end. */
async function clear(host: OurHost, runner: ProcessMark | undefined, reason: string): Promise<void> {
  await host.transact(async ({ store, emit }) => {
    const claim = await store.get(claims, ONE);
    if (!claim || !runner || claim.pid !== runner.pid) return;
    await removeClaim(store);
    emit(runnerStopped, { pid: runner.pid, reason });
  });
}
