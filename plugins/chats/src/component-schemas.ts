import { Chat, Cursor, ListRecompute, Member, Membership, Message, MessageContent, ReadingList } from "./schemas.ts";
import { Condition, Selector } from "./selector/grammar.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  ChatMessageContent: MessageContent,
  Chat,
  ChatCondition: Condition,
  ChatMessage: Message,
  ChatSelector: Selector,
  ReadCursor: Cursor,
  ReadingList,
  ReadingListMember: Member,
  ReadingListMembership: Membership,
  RecomputeReport: ListRecompute,
};
