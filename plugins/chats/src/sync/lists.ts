import { type Caller, type Reads, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, portionOf } from "@postern/kit/sync";
import { type ListRecord, lists } from "../collections.ts";
import { listArchived, listCreated, listUnarchived, listUpdated } from "../events.ts";
import { actsFor, ownerOf } from "../reading-list.ts";
import { Description, ListName, ReadingList } from "../schemas.ts";
import { faultsOf } from "../selector/grammar.ts";

const SyncRecord = T.Object(
  {
    ...ReadingList.properties,
    id: T.String({ pattern: "^list_[0-9a-f]{24}$" }),
    name: ListName,
    ownerId: T.String({ minLength: 1, maxLength: 128 }),
    ownerType: T.String({ pattern: "^(user|agent|team|system|workflow)$" }),
    description: T.Optional(Description),
  },
  { additionalProperties: false },
);
type SyncRecord = Static<typeof SyncRecord>;

/** Reading lists. Cursors are not synced, because the order of messages differs between gateways. */
export const syncedLists = defineSyncKind({
  name: ["id"],
  schema: SyncRecord,
  read: (store, id = "") => store.get(lists, id),
  list: (store, portion) => portionOf(store, lists, portion, ({ id }) => [id]),
  visible: (who, id = "") => mayExchange(who, id),
  put,
});

/** A list is synced with the permissions of a caller that may change it. */
export async function mayExchange({ store, caller }: { store: Reads; caller: Caller }, id: string): Promise<boolean> {
  const list = await store.get(lists, id);
  return !list || actsFor(caller, ownerOf(list));
}

async function put(ctx: Transacting, incoming: SyncRecord): Promise<void> {
  const { store, emit } = ctx;
  const [fault] = incoming.selector ? faultsOf(incoming.selector) : [];
  if (fault) throw new Error(`The selector is invalid: ${fault.path} ${fault.message}`);
  const before = await store.get(lists, incoming.id);
  // The owner never changes, so that a peer cannot take a list from its owner.
  const { ownerId, ownerType } = before ?? incoming;
  const list = await withUniqueName(ctx, { ...incoming, ownerId, ownerType });
  await store.put(lists, list);
  const [was, is] = [before?.archivedAt !== undefined, list.archivedAt !== undefined];
  if (!before) emit(listCreated, { list });
  else if (was !== is) emit(is ? listArchived : listUnarchived, { list });
  else emit(listUpdated, { list });
}

/** Names are unique per owner: of two lists with the same name, the list with the lower id keeps it. */
async function withUniqueName(ctx: Transacting, incoming: SyncRecord): Promise<ListRecord> {
  const other = await ctx.store.one(lists, "byName", incoming.name, ownerOf(incoming));
  if (!other || other.id === incoming.id) return incoming;
  if (other.id < incoming.id) return renamed(incoming);
  const changed = renamed(other);
  await ctx.store.put(lists, changed);
  ctx.emit(listUpdated, { list: changed });
  return incoming;
}

const NAME_LENGTH = 190;

/** The same new name on every gateway, unique because it ends with digits of the list's id. */
const renamed = (list: ListRecord): ListRecord => ({
  ...list,
  name: `${[...list.name].slice(0, NAME_LENGTH).join("")} ${list.id.slice(-8)}`,
});
