import { placeIn } from "./backends/reference.ts";
import { type LooseRecord, loose } from "./collections.ts";
import { connectionRemoved, connectionRotated } from "./events.ts";
import type { OurHost } from "./host.ts";

const EVERY = 60_000;
const PORTION = 100;
/** How long the next attempt waits, by how many there were: a keychain that is locked may be so for days. */
const PAUSES = [60_000, 5 * 60_000, 60 * 60_000];

/** Removes secrets that no connection uses any more: at once, now and each minute; answers what ends it. */
export function keepSwept(host: OurHost): () => Promise<void> {
  let stopped = false;
  let work = Promise.resolve();
  const sweep = () => {
    work = work
      .then(() => sweepOnce(host))
      .catch((error: unknown) => {
        if (!stopped) host.log.warn({ error: String(error) }, "Secrets that are no longer used could not be removed");
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
    // A gateway that was opened for one command has no other time for what the command has let go of.
    await sweep();
    stopped = true;
  };
}

async function sweepOnce(host: OurHost): Promise<void> {
  const due = { by: "byDue", to: [host.now() + 1], limit: PORTION } as const;
  const { items } = await host.store.find(loose, due);
  for (const { secretRef } of items) await removeOne(host, secretRef);
}

/** Claimed in a commit first: a command that would still take the secret up then cannot, and other processes leave it. */
async function removeOne(host: OurHost, secretRef: string): Promise<void> {
  const claimed = await host.transact(async ({ store, now }): Promise<LooseRecord | undefined> => {
    const found = await store.get(loose, secretRef);
    if (!found || found.dueAt > now) return undefined;
    const pause = PAUSES[Math.min(found.attempts, PAUSES.length - 1)] as number;
    const next = { ...found, dueAt: now + pause, attempts: found.attempts + 1 };
    await store.put(loose, next);
    return next;
  });
  if (!claimed) return;
  const { backend, place } = placeIn(host.state.backends, secretRef);
  try {
    await backend.keep?.remove(place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    host.log.warn(
      { secretRef, attempts: claimed.attempts, reason },
      "A secret that is no longer used could not be removed; it is tried again",
    );
    return;
  }
  await host.transact(({ store }) => store.delete(loose, secretRef));
}
