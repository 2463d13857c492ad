import { type Caller, eventIdOf, eventPlaceOf, keys, type Reads } from "@postern/core";
import { NothingToUndo, NotUndoable } from "../errors.ts";
import { AUDIT } from "../group.ts";
import { type Undoable, undoables } from "./collection.ts";

/** How many of the caller's last commands are examined for one to undo. */
const RECENT = 100;

/** A context undoes its own commands and those of contexts derived from it; with the scope for audits, all commands. */
export async function mayUndo(store: Reads, caller: Caller, { contextId }: Pick<Undoable, "contextId">) {
  if (contextId === caller.contextId || caller.allows(AUDIT)) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}

/** The command to which an event belongs: the last one before it in the same commit. */
export async function undoableOf(store: Reads, caller: Caller, event: string): Promise<Undoable> {
  const at = eventPlaceOf(event);
  const before = at && { prefix: [at.number], to: [at.place + 1], reverse: true, limit: 1 };
  const found = before && (await store.find(undoables, before)).items[0];
  if (!found || !(await mayUndo(store, caller, found))) throw NotUndoable({ event });
  return found;
}

/** Commands on the same resources since then that still hold. Undoing an older one may overwrite what they did. */
export async function laterThan(store: Reads, { subjects, number, place }: Undoable): Promise<Undoable[]> {
  const since = { by: "bySubject", from: [number, place + 1], limit: RECENT } as const;
  const found = await Promise.all(subjects.map((subject) => store.find(undoables, { ...since, prefix: [subject] })));
  const later = new Map(found.flatMap(({ items }) => items).map((one) => [eventIdOf(one), one]));
  return [...later.values()].filter(({ undone, undoes }) => undone === undefined && undoes === undefined);
}

/** The caller's last command that was not undone and did not undo another one. */
export async function lastUndoable(store: Reads, { contextId }: Caller): Promise<Undoable> {
  const recent = { by: "byContext", prefix: [contextId], reverse: true, limit: RECENT } as const;
  const { items } = await store.find(undoables, recent);
  const found = items.find(({ undone, undoes }) => undone === undefined && undoes === undefined);
  if (!found) throw NothingToUndo({ examined: items.length });
  return found;
}
