import type { Api } from "@postern/client/api";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { messageIn } from "./chat.ts";

type Draft = Api["chats.drafts.list"]["item"];
type Drafts = ReadonlyMap<string, { readonly text: string; readonly updatedAt: number }>;

/** After this time without a change, the gateway does not list a draft any more. */
const ABANDONED_MS = 5 * 60_000;

/** What others are writing in a chat, by author. */
export function useDrafts(chatId: string): Drafts {
  const session = useSession();
  const [drafts, setDrafts] = useState<Drafts>(new Map());

  useEffect(() => {
    let isCurrent = true;
    const isAllowed = session.may("chats.drafts.list");
    const reload = (): void => {
      if (!isAllowed) return;
      session.client.chats.drafts.list({ chatId }).then((answer) => {
        if (isCurrent) setDrafts(new Map(answer.drafts.map(entryOf)));
      }, session.failed);
    };
    const without = (actorId: string): void =>
      setDrafts((before) => (before.has(actorId) ? new Map([...before].filter(([id]) => id !== actorId)) : before));
    reload();
    const stop = session.live.listen((event) => {
      if (event.type === "connected" || event.type === "gap") return reload();
      if (event.type === "chats.message.draft") {
        const change = (event as { data: unknown }).data as Api["chats.drafts.update"]["input"] & {
          offset: number;
          ended: boolean;
        };
        if (change.chatId !== chatId) return;
        if (change.ended) return without(change.actorId);
        setDrafts((before) => {
          const text = `${before.get(change.actorId)?.text.slice(0, change.offset) ?? ""}${change.text}`;
          return new Map([...before, [change.actorId, { text, updatedAt: Date.now() }]]);
        });
        return;
      }
      const message = event.type === "chats.message.created" ? messageIn(event as { type: string }) : undefined;
      if (message?.chatId === chatId) without(message.actorId);
    });
    const timer = setInterval(() => {
      const since = Date.now() - ABANDONED_MS;
      setDrafts((before) => new Map([...before].filter(([, { updatedAt }]) => updatedAt > since)));
    }, 30_000);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      stop();
    };
  }, [session, chatId]);
  return drafts;
}

const entryOf = ({ actorId = "", text = "", updatedAt = Date.now() }: Draft) => [actorId, { text, updatedAt }] as const;
