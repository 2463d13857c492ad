import { useState } from "preact/hooks";
import { place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { addressOf } from "./address.ts";
import { ChatList } from "./chat-list.tsx";
import { ChatView } from "./chat-view.tsx";
import "./chats.css";
import { useReadingLists } from "./lists.ts";
import { NewChat } from "./new-chat.tsx";

/** The chats and reading lists, and one chat that is open. */
export function ChatsPage() {
  const { may } = useSession();
  const lists = useReadingLists();
  const [isCreating, setCreating] = useState(false);
  const { chatId, list } = addressOf(place.value);
  return (
    <Page
      title="Chats"
      isFlush
      actions={
        may("chats.create") && (
          <button type="button" class="button main chat-new" onClick={() => setCreating(true)}>
            New chat
          </button>
        )
      }
    >
      <div class={chatId === undefined ? "split chats" : "split chats has-open"}>
        <ChatList lists={lists} list={list} opened={chatId} />
        {chatId === undefined ? (
          <Empty text="Choose a chat." />
        ) : (
          <ChatView key={chatId} chatId={chatId} list={list} lists={lists.data ?? []} onRead={lists.reload} />
        )}
      </div>
      {isCreating && <NewChat onClose={() => setCreating(false)} />}
    </Page>
  );
}
