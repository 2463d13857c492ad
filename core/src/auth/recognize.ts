import { hash } from "node:crypto";
import { type Caller, createCaller } from "../define/caller.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { type Clock, latest } from "../journal/clock.ts";
import {
  after,
  type CommitQueue,
  type CompleteDriver,
  type MaybePromise,
  type Reads,
  readsOf,
  recordsOf,
  Transaction,
} from "../storage/index.ts";
import { type Chain, chainOf, changed, isToken, lookUp, uses } from "./keys.ts";

const REMEMBERED = 10_000;
const MINUTE = 60_000;

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/**
 * Recognizes tokens. Results are cached until any key changes: the record of the last change is read for each request,
 * whichever process wrote it, so a revocation takes effect at the next request.
 */
export function createRecognizer(driver: CompleteDriver, queue: CommitQueue, clock: Clock, log: Logger) {
  const known = new Map<string, Remembered>();
  const noted = new Map<string, number>();
  let asOf: string | null = null;

  function recognize(token: string): MaybePromise<Caller | undefined> {
    if (!isToken(token)) return undefined;
    driver.refresh?.();
    return after(driver.getItem(changed.key), (mark) => {
      if (mark !== asOf || known.size > REMEMBERED) {
        known.clear();
        asOf = mark;
      }
      // Cached by digest, so that the token itself is not kept in memory.
      const digest = hash("sha256", token, "base64url");
      const found = known.get(digest);
      if (found) return alive(found);
      return find(token).then((fresh) => {
        if (fresh && mark === asOf) known.set(digest, fresh);
        return fresh && alive(fresh);
      });
    });
  }

  function alive({ caller, until }: Remembered): Caller | undefined {
    const time = clock.now();
    if (time >= until) return undefined;
    if (time - (noted.get(caller.contextId) ?? 0) >= MINUTE) noteUse(caller.contextId, time);
    return caller;
  }

  async function find(token: string): Promise<Remembered | undefined> {
    const chain = await lookUp(readsOf(new Transaction(driver)), token, clock.now());
    return chain && { caller: callerIn(chain), until: chain.until };
  }

  /** At most once a minute per context, and without slowing down or failing the call. */
  function noteUse(contextId: string, at: number): void {
    if (noted.size > REMEMBERED) noted.clear();
    noted.set(contextId, at);
    const tx = new Transaction(driver);
    const store = recordsOf(tx);
    store.write(latest, clock.known());
    Promise.resolve(store.put(uses, { contextId, at }))
      .then(() => queue.commit(tx.batch()))
      .catch((error: unknown) => log.debug(causeOf(error), "The last use of a key could not be recorded"));
  }

  return recognize;
}

function callerIn({ contexts, isRetiring = false }: Chain): Caller {
  const [{ id, label, principal, agentId }] = contexts;
  const lineage = contexts.map(({ id }) => id);
  const chain = contexts.map(({ scopes }) => scopes);
  return createCaller({ contextId: id, label, principal, agentId, lineage, chain, isRetiring });
}

/** The current caller of a context. Undefined if it, or one above it, is unknown or has ended. */
export async function callerOf(store: Reads, contextId: string, now: number): Promise<Caller | undefined> {
  const chain = await chainOf(store, contextId, now);
  return chain && callerIn(chain);
}
