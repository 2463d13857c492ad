import type { ProcessMark } from "@postern/core/process";
import { RENEW_EVERY } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import { FIRST_REPORT } from "./begin.ts";
import { type Observation, startingProcess } from "./observe.ts";
import { claims, type Intent, intents, ONE } from "./records.ts";

/**
 * Keeps the runner on this host while its supervisor starts it: until it holds the claim, only this host sees its process,
 * and on a busy machine it may need longer than a lease. A process that never reports is no longer waited for.
 */
export function createStartReports(host: OurHost): (observation: Observation) => Promise<void> {
  let seen: ProcessMark | undefined;
  let until = 0;

  return async (observation) => {
    const starting = observation.claim ? undefined : startingProcess(observation);
    if (starting && starting.pid !== seen?.pid) until = performance.now() + FIRST_REPORT;
    seen = starting;
    if (starting && performance.now() < until) await report(observation);
  };

  async function report({ intent, supervisor }: Observation): Promise<void> {
    if (!isDue(intent, supervisor, host.now())) return;
    await host.transact(async ({ store, now }) => {
      const current = await store.get(intents, ONE);
      if (!isDue(current, supervisor, now) || (await store.get(claims, ONE))) return;
      await store.put(intents, { ...current, supervisor: { ...current.supervisor, startedAt: now } });
    });
  }
}

type Recorded = Intent & Required<Pick<Intent, "supervisor">>;

/** Whether this supervisor is the recorded one, and the record of its last start is old. */
const isDue = (intent: Intent | undefined, supervisor: ProcessMark | undefined, now: number): intent is Recorded =>
  intent?.supervisor !== undefined &&
  intent.supervisor.pid === supervisor?.pid &&
  intent.supervisor.start === supervisor.start &&
  Math.abs(now - (intent.supervisor.startedAt ?? 0)) >= RENEW_EVERY;
