import { scanRecords } from "@postern/kit/paging";
import { placeIn } from "./backends/reference.ts";
import { type OrphanRecord, orphans } from "./collections.ts";
import { connectionRemoved, connectionRotated } from "./events.ts";
import type { OurHost } from "./host.ts";
import type { State } from "./state.ts";

const EVERY = 60_000;
const PORTION = 100;
/** Delays between attempts in milliseconds. A keychain may stay locked for days. */
const RETRY_DELAYS = [60_000, 5 * 60_000, 60 * 60_000];

/** Removes unused secrets: now, after each rotation or removal, and each minute. Returns a function that stops it. */
export function startSweep(host: OurHost): () => Promise<void> {
  let stopped = false;
  let work = Promise.resolve();
  const sweep = () => {
    work = work
      .then(() => sweepOnce(host))
      .catch((error: unknown) => {
        if (!stopped) host.log.warn({ error: String(error) }, "Removing unused secrets failed");
      });
    return work;
  };
  host.on(connectionRotated, sweep);
  host.on(connectionRemoved, sweep);
  const timer = setInterval(sweep, EVERY);
  timer.unref();
  void sweep();
  return async () => {
    clearInterval(timer);
    // A gateway that is opened for a single command must remove the secrets that the command released.
    await sweep();
    stopped = true;
  };
}

export async function sweepOnce(host: OurHost): Promise<void> {
  const due = { by: "byDue", to: [host.now() + 1], portion: PORTION } as const;
  for await (const orphan of scanRecords(host.store, orphans, due))
    if (await isRemovable(host.state, orphan)) await removeOne(host, orphan.secretRef);
}

/**
 * Only a gateway that reaches a secret may remove it and its record. If gateways on several machines share the store,
 * another host may have it.
 */
async function isRemovable({ backends, here, isShared }: State, { secretRef, host }: OrphanRecord): Promise<boolean> {
  if (!isShared || host === here) return true;
  const { backend, place } = placeIn(backends, secretRef);
  return (await backend.holds?.(place).catch(() => false)) ?? false;
}

/**
 * The record is claimed in a commit first, so that neither a slow command nor another process uses the secret any
 * longer.
 */
async function removeOne(host: OurHost, secretRef: string): Promise<void> {
  const claimed = await host.transact(async ({ store, now }): Promise<OrphanRecord | undefined> => {
    const found = await store.get(orphans, secretRef);
    if (!found || found.dueAt > now) return undefined;
    const delay = RETRY_DELAYS[Math.min(found.attempts, RETRY_DELAYS.length - 1)] as number;
    const next = { ...found, dueAt: now + delay, attempts: found.attempts + 1 };
    await store.put(orphans, next);
    return next;
  });
  if (!claimed) return;
  const { backend, place } = placeIn(host.state.backends, secretRef);
  try {
    await backend.writer?.remove(place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    host.log.warn(
      { secretRef, attempts: claimed.attempts, reason },
      "An unused secret could not be removed; it will be retried",
    );
    return;
  }
  await host.transact(({ store }) => store.delete(orphans, secretRef));
}
