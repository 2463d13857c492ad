import { oneLine } from "@postern/channels/kind";
import type { Message } from "grammy/types";

/** The text of a message: its text or caption, with other content described in brackets. */
export function textOf(message: Message): string | undefined {
  if (message.text !== undefined) return message.text;
  const what = contentOf(message);
  if (message.caption !== undefined && message.caption !== "") {
    return what === undefined ? message.caption : `[${what}]\n${message.caption}`;
  }
  return what === undefined ? undefined : `[${what}]`;
}

/** Undefined for service messages, such as who has joined. */
function contentOf(message: Message): string | undefined {
  const { document, audio, sticker, contact, location, venue, poll, dice, game, story } = message;
  if (message.photo) return "photo";
  if (message.animation) return "animation";
  if (message.video) return "video";
  if (message.video_note) return "video message";
  if (message.voice) return "voice message";
  if (audio) return named("audio", audio.title ?? audio.file_name);
  if (document) return named("file", document.file_name);
  if (sticker) return named("sticker", sticker.emoji);
  if (contact)
    return named("contact", [contact.first_name, contact.last_name, contact.phone_number].filter(Boolean).join(" "));
  if (venue) return named("place", `${venue.title}, ${venue.address}`);
  if (location) return `location ${Number(location.latitude)}, ${Number(location.longitude)}`;
  if (poll) return named("poll", poll.question);
  if (dice) return named(oneLine(String(dice.emoji), 10), String(dice.value));
  if (game) return named("game", game.title);
  if (story) return "story";
  return undefined;
}

const named = (what: string, name: string | undefined): string =>
  typeof name === "string" && name !== "" ? `${what} ${oneLine(name)}` : what;
