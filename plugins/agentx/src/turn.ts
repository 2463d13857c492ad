import { omitUndefined, type Reads, type Transacting } from "@postern/core";
import { permissions, type TurnRecord, turns } from "./collections.ts";
import { permissionClosed, turnAdded, turnFinished } from "./events.ts";
import type { Turn } from "./schemas.ts";

/** Turns that may wait in a session. */
export const MOST_WAITING = 100;

/** A turn as callers see it: what was asked is a message of the session. */
export function showTurn({ prompt: _, number: __, ...turn }: TurnRecord): Turn {
  return turn;
}

/** Stages a turn behind those that wait. */
export async function addTurn(
  { store, now, number, id, emit }: Pick<Transacting, "store" | "now" | "number" | "id" | "emit">,
  session: string,
  prompt: string,
): Promise<TurnRecord> {
  const turn: TurnRecord = { id: id("turn_"), session, state: "waiting", prompt, number, createdAt: now };
  await store.put(turns, turn);
  emit(turnAdded, { turn: showTurn(turn) });
  return turn;
}

/** The turns of a session that wait, in order. */
export async function waitingIn(store: Reads, session: string, limit = MOST_WAITING): Promise<readonly TurnRecord[]> {
  return (await store.find(turns, { by: "byState", prefix: [session, "waiting"], limit })).items;
}

/** Stages that a turn is over. */
export async function finishTurn(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  turn: TurnRecord,
  outcome: Pick<Turn, "state"> & { [K in "stopReason" | "reason" | "left"]?: Turn[K] | undefined },
): Promise<TurnRecord> {
  const record: TurnRecord = omitUndefined({ ...turn, ...outcome, finishedAt: now }) as TurnRecord;
  await store.put(turns, record);
  emit(turnFinished, { turn: showTurn(record) });
  return record;
}

/** Stages that nobody waits any more for what the agent of a session has asked. */
export async function closeRequests(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  session: string,
  state: "cancelled" | "expired",
): Promise<void> {
  const { items } = await store.find(permissions, { by: "byState", prefix: [session, "open"], limit: 100 });
  for (const one of items) {
    const permission = { ...one, state, closedAt: now };
    await store.put(permissions, permission);
    emit(permissionClosed, { permission });
  }
}
