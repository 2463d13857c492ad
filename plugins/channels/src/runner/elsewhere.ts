import type { OurHost } from "../host.ts";
import type { Outcome } from "../state.ts";
import { FIRST_REPORT, observeRunner } from "./begin.ts";
import { livingClaim } from "./claim-status.ts";
import { RunnerElsewhere } from "./errors.ts";
import { healthOf } from "./health.ts";
import { setIntent } from "./intent.ts";
import { type Claim, intents, ONE } from "./records.ts";
import { waitUntil } from "./wait.ts";

/** Milliseconds, in addition to the grace period, in which a gateway on another host notices and ends its runner. */
const EXTRA = 6_000;

/** Stops a runner on another host: the runner, or a gateway there, acts when it sees the intent. */
export async function stopElsewhere(host: OurHost, claim: Claim): Promise<Outcome> {
  if (!(await hasEnded(host, claim)))
    throw RunnerElsewhere({
      host: claim.host,
      advice: `It has been asked to stop, but process ${claim.pid} has not ended yet. Run "postern channels stop" on that host.`,
    });
  const { desired } = (await host.store.get(intents, ONE)) ?? {};
  if (desired === "stopped") await setIntent(host, {}, ["supervisor"]);
  const reason = `the runner was stopped on host "${claim.host}"`;
  return { changed: true, pmStatus: null, previousPid: claim.pid, reason };
}

/** Restarts a runner where it is: only a gateway on its host can. */
export async function restartElsewhere(host: OurHost, claim: Claim): Promise<Outcome> {
  if (!(await hasEnded(host, claim))) {
    await setIntent(host, {}, ["restart"]);
    throw RunnerElsewhere({
      host: claim.host,
      advice:
        "No gateway there has restarted it. Start a gateway on that host, or move the runner to this one with " +
        '"postern channels stop" and "postern channels start".',
    });
  }
  await waitUntil(async () => (await observeRunner(host)).heartbeat !== undefined, FIRST_REPORT, host.signal);
  const observation = await observeRunner(host);
  const { reason = "the runner has not reported yet" } = healthOf(observation, host.now());
  const where = `the runner was restarted on host "${observation.claim?.host ?? claim.host}"`;
  return {
    changed: true,
    pmStatus: null,
    previousPid: claim.pid,
    reason: observation.heartbeat ? where : reason,
  };
}

const hasEnded = (host: OurHost, { id }: Claim): Promise<boolean> =>
  waitUntil(async () => (await livingClaim(host.store, host.now()))?.id !== id, host.config.grace + EXTRA, host.signal);
