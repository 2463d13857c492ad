import {
  Chat,
  Cursor,
  Draft,
  ListRecompute,
  Member,
  Membership,
  Message,
  MessageContent,
  ReadingList,
} from "./schemas.ts";
import { Condition, Selector } from "./selector/grammar.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = {
  ChatMessageContent: MessageContent,
  Chat,
  ChatCondition: Condition,
  ChatDraft: Draft,
  ChatMessage: Message,
  ChatSelector: Selector,
  ReadCursor: Cursor,
  ReadingList,
  ReadingListMember: Member,
  ReadingListMembership: Membership,
  RecomputeReport: ListRecompute,
};
