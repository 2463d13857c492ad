import type { CommandContext, Transacting } from "@postern/core";
import { arrivals, type CrossingRecord, crossings } from "../collections.ts";
import type { group } from "../group.ts";
import { keyOf } from "../names.ts";
import type { PlatformEvent } from "../schemas.ts";
import type { Received } from "../services.ts";

export type Receiving = CommandContext<typeof group>;

export const ignored = (reason: string): Received => ({ disposition: "ignored", reason });

/** The record of an event that was exchanged before, by the platform's id. */
export const crossingOf = async ({ store }: Pick<Transacting, "store">, adapter: string, type: string, id: string) =>
  store.get(crossings, adapter, type, keyOf(id));

/** Stages that an event was received, so that it is not processed again. */
export async function recordCrossing(
  { store, now }: Pick<Transacting, "store" | "now">,
  { adapter, type, id }: PlatformEvent,
  about: Pick<CrossingRecord, "chatId" | "messageId">,
): Promise<void> {
  await store.put(crossings, { adapter, type, name: keyOf(id), way: "in", at: now, ...about });
}

/** Minimum milliseconds between two records of an arrival. */
const THROTTLE = 10_000;

/** Stages that the adapter received something now. */
export async function recordArrival(
  { store, now }: Pick<Transacting, "store" | "now">,
  adapter: string,
): Promise<void> {
  // An unchecked read: concurrent events must not conflict over this time.
  const last = await store.unchecked.get(arrivals, adapter);
  if (!last || now - last.at >= THROTTLE) await store.put(arrivals, { adapter, at: now });
}
