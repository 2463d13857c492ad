import { causeOfTrace, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { permissions, type TurnRecord, turns } from "./collections.ts";
import { permissionClosed, turnAdded, turnFinished } from "./events.ts";
import type { Turn } from "./schemas.ts";

/** Maximum number of waiting turns per session. */
export const MAX_WAITING = 100;

/** The public form of a turn. The prompt is left out because it is stored as a message. */
export function showTurn({ prompt: _, number: __, traceparent: ___, ...turn }: TurnRecord): Turn {
  return turn;
}

/** Stages a new turn at the end of the queue. */
export async function addTurn(
  { store, now, number, id, emit, cause }: Pick<Transacting, "store" | "now" | "number" | "id" | "emit" | "cause">,
  session: string,
  prompt: string,
): Promise<TurnRecord> {
  const traceparent = cause?.traceparent;
  const turn: TurnRecord = {
    ...{ id: id("turn_"), session, state: "waiting", prompt, number, createdAt: now },
    ...(traceparent !== undefined && { traceparent }),
  };
  await store.put(turns, turn);
  emit(turnAdded, { turn: showTurn(turn) });
  return turn;
}

/** The waiting turns of a session, in order. */
export async function waitingIn(store: Reads, session: string, limit = MAX_WAITING): Promise<readonly TurnRecord[]> {
  return (await store.find(turns, { by: "byState", prefix: [session, "waiting"], limit })).items;
}

/** Stages the end of a turn. */
export async function finishTurn(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  turn: TurnRecord,
  outcome: Pick<Turn, "state"> & { [K in "stopReason" | "reason" | "left"]?: Turn[K] | undefined },
): Promise<TurnRecord> {
  const record: TurnRecord = omitUndefined({ ...turn, ...outcome, finishedAt: now }) as TurnRecord;
  await store.put(turns, record);
  emit(turnFinished, { turn: showTurn(record) }, causeOfTrace(turn.traceparent));
  return record;
}

/** Stages the closing of all open permission requests of a session. */
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
