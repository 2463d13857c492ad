import type { Api } from "@postern/client/api";
import { type Query, useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import type { Chat } from "./chat.ts";
import { useReader } from "./people.ts";

type List = Api["chats.lists.show"]["output"]["list"];

/** A reading list with the chats on it. */
export interface ReadingList extends Pick<List, "id" | "name"> {
  readonly unread: number;
  /** Whether there are more chats than were read. */
  readonly isCut: boolean;
  readonly members: readonly { readonly chat: Chat; readonly unread: number }[];
}

const MOST_LISTS = 50;
const MOST_CHATS = "500";

/** The reading lists that the key can see, with what the reader has not read yet. */
export function useReadingLists(): Query<readonly ReadingList[]> {
  const { may } = useSession();
  const isAllowed = may("chats.lists.list", "chats.lists.members");
  const reader = useReader();
  return useQuery(
    "reading lists",
    async (client) => {
      if (!isAllowed) return [];
      const { lists } = await client.chats.lists.list({ limit: MOST_LISTS, fields: "id,name" });
      return await Promise.all(
        lists.map(async ({ id = "", name = id }): Promise<ReadingList> => {
          const fields = "chatId,chat,unreadCount";
          const input = { list: id, fields, limit: MOST_CHATS, ...reader };
          const { members, nextOffset } = await client.chats.lists.members(input);
          const shown = members.flatMap(({ chat, unreadCount = 0 }) => (chat ? [{ chat, unread: unreadCount }] : []));
          const unread = shown.reduce((sum, one) => sum + one.unread, 0);
          return { id, name, unread, isCut: nextOffset !== undefined, members: shown };
        }),
      );
    },
    {
      events: [
        "chats.list.**",
        "chats.chat.*",
        "chats.message.created",
        "chats.message.deleted",
        "chats.message.restored",
      ],
    },
  );
}

/** How many messages of a chat are unread, which is the most on any list. */
export const unreadIn = (lists: readonly ReadingList[], chatId: string): number =>
  Math.max(
    0,
    ...lists.flatMap(({ members }) => members.filter(({ chat }) => chat.id === chatId).map((one) => one.unread)),
  );
