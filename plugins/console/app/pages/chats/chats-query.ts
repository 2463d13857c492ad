import { useEffect, useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import type { Chat } from "./chat.ts";

const PAGE = 100;
const TYPING_MS = 200;

/** The chats that are open or archived, in pages that are added with `more`. */
export function useChats(archived: boolean) {
  const [pages, setPages] = useState(1);
  const query = useQuery(
    `chats ${archived}`,
    async (client) => {
      const read = (page: number) => client.chats.list({ archived, limit: PAGE, offset: page * PAGE });
      const answers = await Promise.all(Array.from({ length: pages }, (_, page) => read(page)));
      return {
        chats: answers.flatMap(({ chats }) => chats as Chat[]),
        hasMore: answers.at(-1)?.nextOffset !== undefined,
      };
    },
    { events: ["chats.chat.*"] },
  );
  const { reload } = query;
  useEffect(() => {
    if (pages > 1) reload();
  }, [pages, reload]);
  return { query, more: () => setPages((before) => before + 1) };
}

/** Chats of the gateway whose title begins with a text, also those that were not listed yet. */
export function useFoundChats(text: string): readonly Chat[] {
  const [name, setName] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setName(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery(`chats named ${name}`, async (client) =>
    name === "" ? [] : ((await client.chats.list({ name, limit: PAGE })).chats as Chat[]),
  );
  return data ?? [];
}
