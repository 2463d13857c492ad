import { type Place, pathTo } from "../../router.ts";

/** What the left side shows besides reading lists. */
export const ALL = "all";
export const ARCHIVED = "archived";

/** `chats/<chatId>?list=<listId>`. Both are optional. */
export const addressOf = ({ parts: [, chatId], query }: Place) => ({ chatId, list: query.get("list") ?? ALL });

export function pathOf(list: string, chatId?: string): string {
  const path = chatId === undefined ? "chats" : pathTo("chats", chatId);
  return list === ALL ? path : `${path}?list=${encodeURIComponent(list)}`;
}
