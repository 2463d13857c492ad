import { type Caller, type Reads, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, portionOf } from "@postern/core/sync";
import { type ListRecord, lists } from "../collections.ts";
import { listArchived, listCreated, listUnarchived, listUpdated } from "../events.ts";
import { actsFor, ownerOf } from "../reading-list.ts";
import { Description, ListName, ReadingList } from "../schemas.ts";
import { faultsOf } from "../selector/grammar.ts";

const Travelling = T.Object(
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
type Travelling = Static<typeof Travelling>;

/** Reading lists. How far somebody has read is not among what travels: messages stand in another order on each gateway. */
export const syncedLists = defineSyncKind({
  name: ["id"],
  schema: Travelling,
  read: (store, id = "") => store.get(lists, id),
  list: (store, portion) => portionOf(store, lists, portion, ({ id }) => [id]),
  visible: (who, id = "") => mayExchange(who, id),
  put,
});

/** Whoever may change a list may have it travel. */
export async function mayExchange({ store, caller }: { store: Reads; caller: Caller }, id: string): Promise<boolean> {
  const list = await store.get(lists, id);
  return !list || actsFor(caller, ownerOf(list));
}

async function put(ctx: Transacting, said: Travelling): Promise<void> {
  const { store, emit } = ctx;
  const [fault] = said.selector ? faultsOf(said.selector) : [];
  if (fault) throw new Error(`Its selector is wrong: ${fault.path} ${fault.message}`);
  const before = await store.get(lists, said.id);
  // Whose it is never changes: what says otherwise takes it from its owner.
  const { ownerId, ownerType } = before ?? said;
  const list = await withItsName(ctx, { ...said, ownerId, ownerType });
  await store.put(lists, list);
  const [was, is] = [before?.archivedAt !== undefined, list.archivedAt !== undefined];
  if (!before) emit(listCreated, { list });
  else if (was !== is) emit(is ? listArchived : listUnarchived, { list });
  else emit(listUpdated, { list });
}

/** Names are unique with their owner: of two lists that were made with one name, the first by id keeps it. */
async function withItsName(ctx: Transacting, said: Travelling): Promise<ListRecord> {
  const other = await ctx.store.one(lists, "byName", said.name, ownerOf(said));
  if (!other || other.id === said.id) return said;
  if (other.id < said.id) return renamed(said);
  const yielding = renamed(other);
  await ctx.store.put(lists, yielding);
  ctx.emit(listUpdated, { list: yielding });
  return said;
}

const MOST = 190;

/** The same name on every gateway, and one that no other list has: it ends in the list's own digits. */
const renamed = (list: ListRecord): ListRecord => ({
  ...list,
  name: `${[...list.name].slice(0, MOST).join("")} ${list.id.slice(-8)}`,
});
