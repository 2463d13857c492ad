import { type Caller, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { type BridgeRecord, bridges, changes, cursors } from "./collections.ts";
import { BridgeNotFound } from "./errors.ts";
import { bridgeDisabled } from "./events.ts";
import { runningOf } from "./link/lease.ts";
import type { Bridge, ShownBridge, StatusReason } from "./schemas.ts";

/** Returns the bridge. Throws 404, also if the caller may neither see nor change it. */
export async function ownBridgeOf(store: Reads, caller: Caller, id: string): Promise<BridgeRecord> {
  const bridge = await store.get(bridges, id);
  if (!bridge || !(await canAccessCreated(store, caller, bridge.contextId))) throw BridgeNotFound({ id });
  return bridge;
}

/** A bridge as events carry it. */
export const toBridge = ({ isOwn: _, isPrivate: __, ...bridge }: BridgeRecord): Bridge => bridge;

/** A bridge as callers see it, with its progress. */
export async function showBridge(store: Reads, record: BridgeRecord, now: number): Promise<ShownBridge> {
  const [found, running] = await Promise.all([store.get(cursors, record.id), runningOf(store, record, now)]);
  const { number, place, published = 0, withoutData = 0, gap } = found ?? {};
  // In the commit that begins it, its number is not known yet.
  const cursor = typeof number === "number" ? `${number}.${place}` : undefined;
  return omitUndefined({ ...toBridge(record), ...running, cursor, published, withoutData, gap });
}

/** Stages a bridge, which its worker notices within a second. */
export async function putBridge({ store, stamp }: Pick<Transacting, "store" | "stamp">, record: BridgeRecord) {
  await store.put(bridges, record);
  store.write(changes, stamp);
}

/** Disables a bridge in the caller's transaction. Its cursor stays. */
export async function disableBridge(ctx: Transacting, id: string, reason: StatusReason): Promise<void> {
  const before = await ctx.store.get(bridges, id);
  if (!before || before.status === "disabled") return;
  const record = { ...before, status: "disabled" as const, statusReason: reason, updatedAt: ctx.now };
  await putBridge(ctx, record);
  ctx.emit(bridgeDisabled, { bridge: toBridge(record), reason });
}
