import { type Caller, eventIdOf, eventPlaceOf, keys, type Reads } from "@postern/core";
import { actingPrincipal } from "@postern/kit/access";
import { NothingToUndo, NotUndoable } from "../errors.ts";
import { AUDIT } from "../group.ts";
import { type Undoable, undoables } from "./collection.ts";

/** How many of the caller's last commands are examined for one to undo. */
const RECENT = 100;

/** Who asks for commands to undo. */
export interface Asking {
  readonly store: Reads;
  readonly caller: Caller;
}

/**
 * A context undoes its own commands and those of contexts derived from it; with the scope for audits, all commands; and
 * those of the same person or agent with another key, if it has each right of that key. With fewer it learns nothing about
 * them, since a person gives keys to programs too.
 */
export async function mayUndo({ store, caller }: Asking, { contextId, principal }: Undoable): Promise<boolean> {
  if (contextId === caller.contextId || caller.allows(AUDIT)) return true;
  const context = await store.get(keys.contexts, contextId);
  if (!context || context.ancestors.includes(caller.contextId)) return context !== undefined;
  const isHeld = (grant: string) => caller.chain.every((grants) => grants.includes("*") || grants.includes(grant));
  return principal === actingPrincipal(caller) && context.scopes.every(isHeld);
}

/** Whether somebody gave the command, rather than a rule, a schedule or a model for them. */
export const isByHand = (caller: Caller, { contextId, correlationId, undoes }: Undoable): boolean =>
  contextId === caller.contextId || correlationId === undefined || undoes !== undefined;

/** The command to which an event belongs: the last one before it in the same commit. */
export async function undoableOf(asking: Asking, event: string): Promise<Undoable> {
  const at = eventPlaceOf(event);
  const before = at && { prefix: [at.number], to: [at.place + 1], reverse: true, limit: 1 };
  const found = before && (await asking.store.find(undoables, before)).items[0];
  if (!found || !(await mayUndo(asking, found))) throw NotUndoable({ event });
  return found;
}

/** Commands on the same resources since then that still hold. Undoing an older one may overwrite what they did. */
export async function laterThan(store: Reads, { subjects, number, place }: Undoable): Promise<Undoable[]> {
  const since = { by: "bySubject", from: [number, place + 1], limit: RECENT } as const;
  const found = await Promise.all(subjects.map((subject) => store.find(undoables, { ...since, prefix: [subject] })));
  const later = new Map(found.flatMap(({ items }) => items).map((one) => [eventIdOf(one), one]));
  return [...later.values()].filter(({ undone, undoes }) => undone === undefined && undoes === undefined);
}

/**
 * The last command of this key that was not undone and did not undo another one. What was done with another key may be that
 * of a program, which nobody means who undoes the last thing.
 */
export async function lastUndoable({ store, caller }: Asking): Promise<Undoable> {
  const recent = { by: "byContext", prefix: [caller.contextId], reverse: true, limit: RECENT } as const;
  const { items } = await store.find(undoables, recent);
  const found = items.find(({ undone, undoes }) => undone === undefined && undoes === undefined);
  if (!found) throw NothingToUndo({ examined: items.length });
  return found;
}

/** The key that was used, if it is not the caller's. */
export async function otherKeyOf({ store, caller }: Asking, { contextId }: Undoable): Promise<string | undefined> {
  if (contextId === caller.contextId) return undefined;
  return (await store.get(keys.contexts, contextId))?.label ?? contextId;
}
