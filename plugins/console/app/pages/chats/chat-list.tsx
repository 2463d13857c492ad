import { useMemo, useState } from "preact/hooks";
import type { Query } from "../../data/query.ts";
import { Empty, Loaded } from "../../ui/page.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { ARCHIVED } from "./address.ts";
import { type Chat, titleOf } from "./chat.ts";
import { ChatItem } from "./chat-item.tsx";
import { useChats, useFoundChats } from "./chats-query.ts";
import { useLastMessages } from "./last-messages.ts";
import { ListNavigation } from "./list-navigation.tsx";
import { type ReadingList, unreadIn } from "./lists.ts";

interface ChatListProps {
  readonly lists: Query<readonly ReadingList[]>;
  /** The reading list that is shown, or all or archived chats. */
  readonly list: string;
  readonly opened: string | undefined;
}

const NO_LISTS: readonly ReadingList[] = [];

/** The left side: which chats are shown, a search, and the chats. */
export function ChatList({ lists, list, opened }: ChatListProps) {
  const [text, setText] = useState("");
  const { query, more } = useChats(list === ARCHIVED);
  const found = useFoundChats(text);
  const readingLists = lists.data ?? NO_LISTS;
  const shownList = readingLists.find(({ id }) => id === list);
  const loaded = query.data?.chats;
  const chats = useMemo(
    () => (shownList ? shownList.members.map(({ chat }) => chat) : chatsNamed(text, loaded ?? [], found)),
    [shownList, text, loaded, found],
  );
  const last = useLastMessages(useMemo(() => chats.map(({ id }) => id), [chats]));
  const activityOf = ({ id, createdAt }: Chat): number => last.get(id)?.ingestedAt ?? createdAt;
  const shown = shownList
    ? chats.filter((chat) => isNamed(chat, text))
    : [...chats].sort((one, other) => activityOf(other) - activityOf(one));
  const hasMore = !shownList && text === "" && query.data?.hasMore === true;

  return (
    <div class="chat-side">
      <div class="chat-search">
        <input
          class="input"
          type="search"
          data-search
          dir="auto"
          aria-label="Search chats"
          placeholder="Search chats"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <ListNavigation lists={readingLists} list={list} opened={opened} />
      <Loaded<unknown> query={shownList ? lists : query}>
        {() =>
          shown.length === 0 ? (
            <NoChats isSearch={text !== ""} list={shownList?.name ?? list} />
          ) : (
            <VirtualList
              label="Chats"
              items={hasMore ? [...shown, undefined] : shown}
              keyOf={(chat) => chat?.id ?? "more"}
              estimate={58}
              render={(chat) =>
                chat ? (
                  <ChatItem
                    chat={chat}
                    last={last.get(chat.id)}
                    at={activityOf(chat)}
                    unread={unreadIn(shownList ? [shownList] : readingLists, chat.id)}
                    list={list}
                    isOpened={chat.id === opened}
                  />
                ) : (
                  <button type="button" class="item muted" onClick={more}>
                    More chats
                  </button>
                )
              }
            />
          )
        }
      </Loaded>
    </div>
  );
}

function NoChats({ isSearch, list }: { isSearch: boolean; list: string }) {
  if (isSearch) return <Empty text="No chat has this title." />;
  if (list === ARCHIVED) return <Empty text="No chat is archived." />;
  if (list === "all") return <Empty text="There are no chats yet." command='postern chats create --title "Tea"' />;
  const command = `postern chats lists add --list ${JSON.stringify(list)} --chatId <chat>`;
  return <Empty text="This list has no chats yet." command={command} />;
}

const isNamed = (chat: Chat, text: string): boolean => titleOf(chat).toLowerCase().includes(text.toLowerCase());

/** Chats that are listed are searched anywhere in the title, the others only at its beginning. */
function chatsNamed(text: string, loaded: readonly Chat[], found: readonly Chat[]): readonly Chat[] {
  if (text === "") return loaded;
  const named = [...loaded, ...found].filter((chat) => isNamed(chat, text));
  return [...new Map(named.map((chat) => [chat.id, chat])).values()];
}
