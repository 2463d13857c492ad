import { oneLine } from "@postern/channels/kind";
import type { Inbound, Place, Sender } from "@postern/channels/services";
import type { Chat, Message, MessageReactionUpdated, ReactionType, Update, User } from "grammy/types";
import { textOf } from "./content.ts";

/** The types of updates to receive. The Bot API does not report deletions. */
export const WANTED = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "message_reaction",
] as const satisfies readonly (keyof Update)[];

/** The events of an update: several for reactions. Throws if the update is malformed. */
export function readUpdate(update: Update, self: number): Inbound[] {
  const { update_id, message_reaction } = update;
  const written = update.message ?? update.channel_post;
  if (written) return message(written, self);
  const edited = update.edited_message ?? update.edited_channel_post;
  if (edited) return edit(edited, update_id, self);
  return message_reaction ? reactions(message_reaction, update_id, self) : [];
}

function message(message: Message, self: number): Inbound[] {
  const text = textOf(message);
  if (text === undefined || message.from?.id === self) return [];
  return [{ ...eventBase(message), type: "message", id: idOf(message), at: message.date * 1_000, text }];
}

function edit(message: Message, update: number, self: number): Inbound[] {
  const text = textOf(message);
  if (text === undefined || message.from?.id === self) return [];
  const of = idOf(message);
  const at = (message.edit_date ?? message.date) * 1_000;
  return [{ ...eventBase(message), type: "edit", id: `${of}/edit/${update}`, of, at, text }];
}

function eventBase(message: Message) {
  const { chat, message_id, reply_to_message: answered, from, sender_chat, forward_origin } = message;
  // Outside of topics, threads only connect replies.
  const thread = message.is_topic_message ? message.message_thread_id : undefined;
  const topic = answered?.forum_topic_created?.name;
  return {
    place: placeOf(chat, thread, topic),
    sender: senderOf(from, sender_chat ?? chat),
    provenance: {
      chatId: chat.id,
      messageId: message_id,
      ...(answered && answered.message_id !== thread && { answers: answered.message_id }),
      ...(forward_origin && { forwarded: String(forward_origin.type) }),
      ...(from?.username && { username: oneLine(from.username) }),
    },
  };
}

function reactions(changed: MessageReactionUpdated, update: number, self: number): Inbound[] {
  const { chat, message_id, user, actor_chat, date, old_reaction, new_reaction } = changed;
  if (user?.id === self) return [];
  const [before, after] = [new Set(old_reaction.map(emojiOf)), new Set(new_reaction.map(emojiOf))];
  const of = `${chat.id}/${message_id}`;
  const about = { place: placeOf(chat), sender: senderOf(user, actor_chat ?? chat), at: date * 1_000, of };
  const event = (emoji: string, removed: boolean): Inbound => ({
    ...about,
    type: "reaction",
    id: `${of}/${update}/${removed ? "-" : "+"}${emoji}`,
    emoji,
    ...(removed && { removed }),
  });
  const gone = [...before].filter((emoji) => !after.has(emoji)).map((emoji) => event(emoji, true));
  const come = [...after].filter((emoji) => !before.has(emoji)).map((emoji) => event(emoji, false));
  return [...gone, ...come];
}

const emojiOf = (reaction: ReactionType): string => {
  if (reaction.type === "emoji") return reaction.emoji;
  return reaction.type === "custom_emoji" ? `custom:${reaction.custom_emoji_id}`.slice(0, 100) : "⭐";
};

function placeOf(chat: Chat, thread?: number, topic?: string): Place {
  const title = chat.type === "private" ? nameOf(chat) : oneLine(chat.title ?? "");
  if (thread !== undefined) {
    const both = [title, oneLine(topic ?? "")].filter((part) => part !== "").join(" / ");
    return { id: `${chat.id}/${thread}`, kind: "thread", ...(both !== "" && { title: both }) };
  }
  const kind = chat.type === "private" ? "dm" : chat.type === "channel" ? "room" : "group";
  return { id: String(chat.id), kind, ...(title !== "" && { title }) };
}

/** A person, or the chat in whose name a person writes. */
function senderOf(user: User | undefined, chat: Chat): Sender {
  const name = user ? nameOf(user) : chat.type === "private" ? nameOf(chat) : oneLine(chat.title ?? "");
  return { id: String(user?.id ?? chat.id), ...(name !== "" && { name }) };
}

const nameOf = ({ first_name, last_name }: { first_name?: string; last_name?: string }): string =>
  oneLine([first_name, last_name].filter(Boolean).join(" "));

/** Message numbers are unique within their chat. */
const idOf = ({ chat, message_id }: Message): string => `${chat.id}/${message_id}`;
