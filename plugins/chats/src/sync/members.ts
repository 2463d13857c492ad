import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, notYet, portionOf } from "@postern/core/sync";
import { chats, lists, type MemberRecord, members } from "../collections.ts";
import { memberAdded, memberRemoved } from "../events.ts";
import { dropMember, lastNumberOf, putMember } from "../member.ts";
import { ChatId } from "../schemas.ts";
import { mayExchange } from "./lists.ts";

const Travelling = T.Object(
  {
    listId: T.String({ pattern: "^list_[0-9a-f]{24}$" }),
    chatId: ChatId,
    addedAt: T.Number(),
    priority: T.Integer({ minimum: 0, maximum: 1_000_000 }),
    excluded: T.Optional(T.Literal(true)),
  },
  { additionalProperties: false },
);
type Travelling = Static<typeof Travelling>;

/** Chats that were put on a list by hand, or are kept off it. What a selector finds, it finds on each gateway by itself. */
export const syncedMembers = defineSyncKind({
  name: ["listId", "chatId"],
  schema: Travelling,
  async read(store, listId = "", chatId = "") {
    const member = await store.get(members, listId, chatId);
    return member && isSaid(member) ? travelling(member) : undefined;
  },
  list: (store, portion) =>
    portionOf(store, members, portion, (member) => (isSaid(member) ? [member.listId, member.chatId] : undefined)),
  visible: (who, listId = "") => mayExchange(who, listId),
  put,
  async remove({ store, emit }, listId = "", chatId = "") {
    const before = await store.get(members, listId, chatId);
    await dropMember(store, { listId, chatId }, before);
    emit(memberRemoved, { listId, chatId, excluded: false });
  },
});

const isSaid = ({ source, excluded }: MemberRecord): boolean => source === "manual" || excluded === true;

const travelling = ({ listId, chatId, addedAt, priority, excluded }: MemberRecord): Travelling =>
  omitUndefined({ listId, chatId, addedAt, priority, excluded: excluded || undefined });

async function put({ store, emit }: Transacting, said: Travelling): Promise<void> {
  const { listId, chatId, priority } = said;
  if (!(await store.get(lists, listId))) throw notYet(["list", listId]);
  const chat = await store.get(chats, chatId);
  if (!chat) throw notYet(["chat", chatId]);
  const before = await store.get(members, listId, chatId);
  const member: MemberRecord = { ...said, source: "manual" };
  if (said.excluded) {
    await dropMember(store, member, before, member);
    emit(memberRemoved, { listId, chatId, excluded: true });
  } else {
    await putMember(store, member, before, await lastNumberOf(store, chat));
    emit(memberAdded, { listId, chatId, source: "manual", priority });
  }
}
