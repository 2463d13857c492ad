import { Chat, Cursor, Member, Membership, Message, MessageContent, ReadingList, Recompute } from "./schemas.ts";
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
  RecomputeReport: Recompute,
};
