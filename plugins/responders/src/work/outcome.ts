import { outcomes } from "../collections.ts";
import type { OurHost } from "../host.ts";

/** Errors and answers within this time are not written again, in milliseconds: a busy responder answers many turns. */
const INTERVAL = 1_000;

/** Stores how the last attempts of a responder went. */
export async function noteOutcome(
  host: OurHost,
  responder: string,
  outcome: { readonly lastAnswerAt: number } | { readonly lastError: string; readonly lastErrorAt: number },
): Promise<void> {
  const before = await host.store.get(outcomes, responder);
  if ("lastAnswerAt" in outcome && Math.abs(outcome.lastAnswerAt - (before?.lastAnswerAt ?? 0)) < INTERVAL) return;
  await host.transact(async ({ store }) => {
    const stored = (await store.get(outcomes, responder)) ?? { responder };
    await store.put(outcomes, { ...stored, ...outcome });
  });
}
