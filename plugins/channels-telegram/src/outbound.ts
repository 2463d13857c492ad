import { wellFormed } from "@postern/channels/kind";
import { type Link, refused } from "@postern/channels/services";
import type { Api } from "grammy";
import { faultOf, verdictOn } from "./answers.ts";

/** Sends messages as plain text. `barred` is called if the token is no longer valid. */
export function createOutbound(
  api: Api,
  barred: (reason: string) => void,
): Required<Pick<Link, "send" | "edit" | "remove" | "typing">> {
  return {
    async send({ place, text }, signal) {
      const { chat, thread } = placeOf(place);
      const post = (to: number) =>
        api.raw.sendMessage(
          { chat_id: to, text: wellFormed(text), ...(thread !== undefined && { message_thread_id: thread }) },
          signal as never,
        );
      try {
        const sent = await post(chat).catch((error: unknown) => {
          const fault = faultOf(error);
          // A group that became a supergroup has a new id, which the error contains.
          if (fault.word === "refused" && fault.migratedTo !== undefined) return post(fault.migratedTo);
          throw error;
        });
        return Number.isInteger(sent?.message_id) ? { id: `${sent.chat?.id ?? chat}/${sent.message_id}` } : {};
      } catch (error) {
        throw verdictOn(error, barred);
      }
    },

    async edit({ of, text }, signal) {
      const { chat, message } = messageOf(of);
      const changed = api.raw.editMessageText(
        { chat_id: chat, message_id: message, text: wellFormed(text) },
        signal as never,
      );
      await changed.catch((error: unknown) => ignoreIfDone(error, /message is not modified/i, barred));
    },

    async remove({ of }, signal) {
      const { chat, message } = messageOf(of);
      const gone = api.raw.deleteMessage({ chat_id: chat, message_id: message }, signal as never);
      await gone.catch((error: unknown) => ignoreIfDone(error, /message to delete not found/i, barred));
    },

    async typing(place, signal) {
      const { chat, thread } = placeOf(place);
      const topic = thread !== undefined && { message_thread_id: thread };
      await api.raw.sendChatAction({ chat_id: chat, action: "typing", ...topic }, signal as never);
    },
  };
}

/** Ignores an error that means that the change was already made. */
function ignoreIfDone(error: unknown, done: RegExp, barred: (reason: string) => void): void {
  const fault = faultOf(error);
  if (fault.word !== "refused" || !done.test(fault.reason)) throw verdictOn(error, barred);
}

function placeOf(place: string): { chat: number; thread?: number } {
  const [, chat, thread] = /^(-?\d{1,16})(?:\/(\d{1,16}))?$/.exec(place) ?? [];
  if (chat === undefined) throw refused("Invalid Telegram chat id");
  return { chat: Number(chat), ...(thread !== undefined && { thread: Number(thread) }) };
}

function messageOf(id: string): { chat: number; message: number } {
  const [, chat, message] = /^(-?\d{1,16})\/(\d{1,16})$/.exec(id) ?? [];
  if (chat === undefined || message === undefined) throw refused("Invalid Telegram message id");
  return { chat: Number(chat), message: Number(message) };
}
