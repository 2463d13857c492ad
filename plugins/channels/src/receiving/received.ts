import type { CommandContext, Transacting } from "@postern/core";
import { arrivals, type CrossingRecord, crossings } from "../collections.ts";
import type { group } from "../group.ts";
import { keyOf } from "../names.ts";
import type { Happening } from "../schemas.ts";
import type { Received } from "../services.ts";

export type Receiving = CommandContext<typeof group>;

export const ignored = (reason: string): Received => ({ disposition: "ignored", reason });

/** What crossed under a platform's id. */
export const crossingOf = async ({ store }: Pick<Transacting, "store">, adapter: string, type: string, id: string) =>
  store.get(crossings, adapter, type, keyOf(id));

/** Stages that something came in, so that it never does again. */
export async function noteCrossing(
  { store, now }: Pick<Transacting, "store" | "now">,
  { adapter, type, id }: Happening,
  about: Pick<CrossingRecord, "chatId" | "messageId">,
): Promise<void> {
  await store.put(crossings, { adapter, type, name: keyOf(id), way: "in", at: now, ...about });
}

/** How far apart arrivals are written down, in milliseconds. */
const THROTTLE = 10_000;

/** Stages that something came in just now. */
export async function noteArrival({ store, now }: Pick<Transacting, "store" | "now">, adapter: string): Promise<void> {
  // Of two that come at once either may be the one that is written down: neither depends on the other.
  const last = await store.unchecked.get(arrivals, adapter);
  if (!last || now - last.at >= THROTTLE) await store.put(arrivals, { adapter, at: now });
}
