import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { chats, lists, type MemberRecord, members } from "../collections.ts";
import { memberAdded, memberRemoved } from "../events.ts";
import { dropMember, lastNumberOf, putMember } from "../member.ts";
import { ChatId } from "../schemas.ts";
import { mayExchange } from "./lists.ts";

const SyncRecord = T.Object(
  {
    listId: T.String({ pattern: "^list_[0-9a-f]{24}$" }),
    chatId: ChatId,
    addedAt: T.Number(),
    priority: T.Integer({ minimum: 0, maximum: 1_000_000 }),
    excluded: T.Optional(T.Literal(true)),
  },
  { additionalProperties: false },
);
type SyncRecord = Static<typeof SyncRecord>;

/** Manually added and excluded chats. Each gateway runs the selector itself. */
export const syncedMembers = defineSyncKind({
  name: ["listId", "chatId"],
  schema: SyncRecord,
  async read(store, listId = "", chatId = "") {
    const member = await store.get(members, listId, chatId);
    return member && isManual(member) ? syncRecordOf(member) : undefined;
  },
  list: (store, portion) =>
    portionOf(store, members, portion, (member) => (isManual(member) ? [member.listId, member.chatId] : undefined)),
  visible: (who, listId = "") => mayExchange(who, listId),
  put,
  async remove({ store, emit }, listId = "", chatId = "") {
    const before = await store.get(members, listId, chatId);
    await dropMember(store, { listId, chatId }, before);
    emit(memberRemoved, { listId, chatId, excluded: false });
  },
});

const isManual = ({ source, excluded }: MemberRecord): boolean => source === "manual" || excluded === true;

const syncRecordOf = ({ listId, chatId, addedAt, priority, excluded }: MemberRecord): SyncRecord =>
  omitUndefined({ listId, chatId, addedAt, priority, excluded: excluded || undefined });

async function put({ store, emit }: Transacting, incoming: SyncRecord): Promise<void> {
  const { listId, chatId, priority } = incoming;
  if (!(await store.get(lists, listId))) throw dependencyMissing(["list", listId]);
  const chat = await store.get(chats, chatId);
  if (!chat) throw dependencyMissing(["chat", chatId]);
  const before = await store.get(members, listId, chatId);
  const member: MemberRecord = { ...incoming, source: "manual" };
  if (incoming.excluded) {
    await dropMember(store, member, before, member);
    emit(memberRemoved, { listId, chatId, excluded: true });
  } else {
    await putMember(store, member, before, await lastNumberOf(store, chat));
    emit(memberAdded, { listId, chatId, source: "manual", priority });
  }
}
