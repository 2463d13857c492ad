import { type Caller, gatewayErrors, type Reads } from "@postern/core";
import { type ListRecord, lists } from "./collections.ts";
import { ListAmbiguous, ListArchived, ListNameTaken, ListNotFound, ListNotYours } from "./errors.ts";
import { faultsOf, type Selector } from "./selector/grammar.ts";

export const ownerOf = ({ ownerType, ownerId }: Pick<ListRecord, "ownerType" | "ownerId">): string =>
  `${ownerType}:${ownerId}`;

const LIST_ID = /^list_[0-9a-f]{24}$/;

/** The resource for narrowed grants: only an id, because a name can later belong to another list. */
export const listIdIn = (list: string | undefined): string | undefined =>
  list !== undefined && LIST_ID.test(list) ? list : undefined;

/** Finds a visible list by id or by name. A name without `owner` may be ambiguous. */
export async function listOfRef(
  store: Reads,
  caller: Caller,
  { list, owner }: { list: string; owner?: string },
): Promise<ListRecord> {
  const byId = LIST_ID.test(list) ? await store.get(lists, list) : undefined;
  if (byId && maySee(caller, byId)) return byId;
  const prefix = owner === undefined ? [list] : [list, owner];
  const { items } = await store.find(lists, { by: "byName", prefix, limit: 1000 });
  const [found, ...others] = items.filter((item) => maySee(caller, item));
  if (!found) throw ListNotFound({ list });
  if (others.length === 0) return found;
  const candidates = [found, ...others].slice(0, 20);
  throw ListAmbiguous({
    candidates: candidates.map((item) => ({ id: item.id, name: item.name, owner: ownerOf(item) })),
  });
}

/** Like `listOfRef`, for a caller that may change the list. */
export async function ownListOf(
  store: Reads,
  caller: Caller,
  ref: { list: string; owner?: string },
): Promise<ListRecord> {
  const list = await listOfRef(store, caller, ref);
  assertActsFor(caller, ownerOf(list));
  return list;
}

/** Like `ownListOf`, for a list that is not archived. */
export async function openListOf(
  store: Reads,
  caller: Caller,
  ref: { list: string; owner?: string },
): Promise<ListRecord> {
  const list = await ownListOf(store, caller, ref);
  if (list.archivedAt !== undefined) throw ListArchived({ listId: list.id });
  return list;
}

/** A private list is visible only to its owner and to admins. */
export const maySee = (caller: Caller, list: ListRecord): boolean =>
  list.visibility !== "private" || actsFor(caller, ownerOf(list));

export const actsFor = (caller: Caller, principal: string): boolean => caller.isAdmin || caller.principal === principal;

export function assertActsFor(caller: Caller, owner: string): void {
  if (!actsFor(caller, owner)) throw ListNotYours({ owner });
}

/** A static list must not have a selector; any other list must have one. */
export function assertSelector(mode: ListRecord["mode"], selector: Selector | undefined): void {
  const faults = selector === undefined ? [] : faultsOf(selector);
  if (mode === "static" && selector !== undefined) {
    faults.push({ path: "", code: "mode", message: "must not be set for a static list" });
  }
  if (mode !== "static" && selector === undefined) {
    faults.push({ path: "", code: "required", message: `is required for a ${mode} list` });
  }
  if (faults.length === 0) return;
  const issues = faults.map(({ path, ...fault }) => ({ path: `/selector${path}`, ...fault }));
  throw gatewayErrors.InvalidInput({ issues });
}

/** Names are unique per owner. */
export async function assertNameIsFree(store: Reads, name: string, owner: string): Promise<void> {
  const taken = await store.one(lists, "byName", name, owner);
  if (taken) throw ListNameTaken({ listId: taken.id });
}

/** The list that a call names by its id or name, and its chat, for policies. */
export async function listsIn(
  { store, caller }: { store: Reads; caller: Caller },
  { chatId, ...ref }: { list: string; owner?: string; chatId?: string },
): Promise<string[]> {
  return [(await listOfRef(store, caller, ref)).id, ...(chatId === undefined ? [] : [chatId])];
}
