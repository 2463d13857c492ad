import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Link } from "../../ui/link.tsx";
import { ALL, ARCHIVED, pathOf } from "./address.ts";
import type { ReadingList } from "./lists.ts";
import { useReader } from "./people.ts";
import { Unread } from "./unread.tsx";

interface ListNavigationProps {
  readonly lists: readonly ReadingList[];
  readonly list: string;
  readonly opened: string | undefined;
}

/** All chats, each reading list, and the archive. */
export function ListNavigation({ lists, list, opened }: ListNavigationProps) {
  const shown = lists.find(({ id }) => id === list);
  const entry = (id: string, name: string, unread = 0) => (
    <Link key={id} to={pathOf(id, opened)} aria-current={id === list ? "page" : undefined}>
      <span class="grow cut" dir="auto">
        {name}
      </span>
      <Unread count={unread} />
    </Link>
  );
  return (
    <>
      <nav class="nav chat-lists" aria-label="Lists">
        {entry(ALL, "All chats")}
        {lists.map(({ id, name, unread }) => entry(id, name, unread))}
        {entry(ARCHIVED, "Archived")}
      </nav>
      {shown && shown.unread > 0 && <ReadAll list={shown} />}
    </>
  );
}

/** Marks every chat of a list as read. */
function ReadAll({ list }: { list: ReadingList }) {
  const { may } = useSession();
  const { run } = useActions();
  const reader = useReader();
  const [isBusy, setBusy] = useState(false);
  if (!may("chats.lists.read")) return null;

  async function readAll(): Promise<void> {
    setBusy(true);
    for (const { chat, unread } of list.members) {
      const input = { list: list.id, chatId: chat.id, ...reader };
      if (unread > 0 && !(await run({ operation: "chats.lists.read", input }))) break;
    }
    setBusy(false);
  }

  return (
    <button type="button" class="button quiet chat-read" disabled={isBusy} onClick={() => void readAll()}>
      Mark all as read
    </button>
  );
}
