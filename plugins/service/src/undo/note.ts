import {
  type DoneCall,
  eventIdOf,
  eventPlaceOf,
  type GatewayView,
  type Inverse,
  type Journal,
  type Reads,
  type Transacting,
  withoutSecrets,
} from "@postern/core";
import { actingPrincipal } from "@postern/kit/access";
import { AlreadyUndone } from "../errors.ts";
import { type Undoable, undoables } from "./collection.ts";

/** An inverse with a longer input is not kept, so that the log cannot outgrow what it is about. */
const MAX_INPUT = 2 ** 16;

interface Setting {
  readonly gateway: GatewayView;
  readonly journal: Journal;
}

/** Keeps how a command is undone, and marks the command that it undoes, in its own commit. */
export async function noteUndo({ gateway, journal }: Setting, ctx: Transacting, done: DoneCall, place: number) {
  const { operation, input, caller, cause, summary, inverse } = done;
  const undone =
    cause?.causationId === undefined ? undefined : await undoneBy(ctx.store, journal, done, cause.causationId);
  if (undone) await mark(ctx, undone, { number: ctx.number, place, contextId: caller.contextId, at: ctx.now });
  if (!inverse || !isKept(gateway, inverse)) return;
  await ctx.store.put(undoables, {
    ...{
      number: ctx.number,
      place,
      at: ctx.now,
      contextId: caller.contextId,
      principal: actingPrincipal(caller),
      operation: operation.id,
      summary,
      inverse,
    },
    depth: cause?.depth ?? 0,
    ...(cause?.correlationId !== undefined && { correlationId: cause.correlationId }),
    subjects: [...new Set([operation.resource?.(input as never) ?? []].flat())],
    ...(undone && { undoes: eventIdOf(undone) }),
  });
}

/** The command whose inverse this one is, if it follows from its event, directly or through the event of a proposal. */
async function undoneBy(store: Reads, journal: Journal, { operation }: DoneCall, causationId: string) {
  const at = eventPlaceOf(causationId);
  if (!at) return undefined;
  const found =
    (await store.get(undoables, at.number, at.place)) ??
    (at.place === 1 && (await proposedAt(store, journal, at.number)));
  return found && found.inverse.operation === operation.id ? found : undefined;
}

/** The proposal of a command is the only event of its commit. */
async function proposedAt(store: Reads, journal: Journal, number: number) {
  const { events } = await journal.read({ after: `${number - 1}.999999999`, limit: 1, unknown: "gap" });
  const at = events[0]?.id === `${number}.1` ? eventPlaceOf(events[0].causationId ?? "") : undefined;
  return at && store.get(undoables, at.number, at.place);
}

/** Throws if another call has undone the command first, so that nothing is undone twice. */
async function mark({ store }: Transacting, found: Undoable, undone: NonNullable<Undoable["undone"]>): Promise<void> {
  if (found.undone) throw AlreadyUndone({ event: eventIdOf(found), by: eventIdOf(found.undone) });
  await store.put(undoables, { ...found, undone });
}

/** A secret is never kept, and only what stays within the store is undone by itself. */
function isKept(gateway: GatewayView, { operation: id, input }: Inverse): boolean {
  const operation = gateway.operation(id);
  if (!operation || operation.effect === "external" || operation.effect === "read") return false;
  return withoutSecrets(operation.input, input) === input && JSON.stringify(input).length <= MAX_INPUT;
}
