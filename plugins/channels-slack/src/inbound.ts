import { oneLine } from "@postern/channels/kind";
import type { Inbound, Place } from "@postern/channels/services";

/** The app's own ids in the workspace. */
export interface Self {
  readonly user?: string;
  readonly bot?: string;
}

interface File {
  readonly name?: unknown;
}
interface Message {
  readonly type?: unknown;
  readonly subtype?: unknown;
  readonly channel?: unknown;
  readonly channel_type?: unknown;
  readonly user?: unknown;
  readonly bot_id?: unknown;
  readonly username?: unknown;
  readonly text?: unknown;
  readonly ts?: unknown;
  readonly event_ts?: unknown;
  readonly thread_ts?: unknown;
  readonly deleted_ts?: unknown;
  readonly files?: unknown;
  readonly message?: Message;
  readonly previous_message?: Message;
  readonly reaction?: unknown;
  readonly item?: { readonly type?: unknown; readonly channel?: unknown; readonly ts?: unknown };
}

/** Subtypes of messages that people write. Others are service messages, such as who has joined. */
const WRITTEN = new Set([undefined, "bot_message", "file_share", "me_message", "thread_broadcast"]);
const TS = /^\d{1,12}\.\d{1,8}$/;
const ID = /^[A-Z0-9]{2,32}$/;

/** The event in a payload, with its text as Slack sends it. Undefined if it is irrelevant or the app's own. */
export function readEvent(payload: unknown, self: Self): Inbound | undefined {
  const { event, event_id } = (payload ?? {}) as { event?: Message; event_id?: unknown };
  if (typeof event !== "object" || event === null) return undefined;
  const isOwn = ({ user, bot_id }: Message) =>
    (user !== undefined && user === self.user) || (bot_id !== undefined && bot_id === self.bot);
  const delivery = typeof event_id === "string" ? event_id.slice(0, 100) : undefined;
  if (event.type === "reaction_added" || event.type === "reaction_removed")
    return isOwn(event) ? undefined : reaction(event, delivery);
  if (event.type !== "message" && event.type !== "app_mention") return undefined;
  const { subtype, message, previous_message } = event;
  if (subtype === "message_changed" && isMessage(message)) {
    if (isOwn(message)) return undefined;
    // The deleted first message of a thread stays as a tombstone.
    if (message.subtype === "tombstone") return deletion(event, { ...previous_message, ts: message.ts }, delivery);
    // Slack also reports link previews this way, without a change of the text.
    if (isMessage(previous_message) && previous_message.text === message.text) return undefined;
    return edit(event, message, delivery);
  }
  if (subtype === "message_deleted") {
    if (isMessage(previous_message) && isOwn(previous_message)) return undefined;
    return deletion(event, { ...previous_message, ts: event.deleted_ts }, delivery);
  }
  if (!WRITTEN.has(subtype as string | undefined) || isOwn(event)) return undefined;
  const about = eventBase(event, event);
  if (!about) return undefined;
  return { ...about, type: "message", id: idOf(event.channel, event.ts), text: textOf(event) };
}

function edit(event: Message, message: Message, delivery?: string): Inbound | undefined {
  const about = eventBase(event, message);
  if (!about) return undefined;
  const of = idOf(event.channel, message.ts);
  const at = timeOf(event.event_ts ?? event.ts);
  const id = delivery ?? `${of}/edit/${String(event.event_ts ?? event.ts).slice(0, 40)}`;
  return { ...about, ...(at !== undefined && { at }), type: "edit", id, of, text: textOf(message) };
}

function deletion(event: Message, gone: Message, delivery?: string): Inbound | undefined {
  const about = eventBase(event, gone);
  if (!about) return undefined;
  const of = idOf(event.channel, gone.ts);
  const at = timeOf(event.event_ts ?? event.ts);
  return { ...about, ...(at !== undefined && { at }), type: "delete", id: delivery ?? `${of}/delete`, of };
}

function reaction(event: Message, delivery?: string): Inbound | undefined {
  const { item, reaction: emoji, type } = event;
  if (item?.type !== "message" || typeof emoji !== "string" || emoji === "") return undefined;
  const about = eventBase({ ...event, channel: item.channel }, { user: event.user, ts: item.ts });
  if (!about) return undefined;
  const of = idOf(item.channel, item.ts);
  const at = timeOf(event.event_ts);
  const id = delivery ?? `${of}/${type}/${about.sender.id}/${String(event.event_ts).slice(0, 40)}`;
  const removed = type === "reaction_removed" && { removed: true };
  return {
    ...about,
    ...(at !== undefined && { at }),
    type: "reaction",
    id,
    of,
    emoji: emoji.slice(0, 100),
    ...removed,
  };
}

/** The common fields of all events. Undefined if the required ones are missing. */
function eventBase({ channel, channel_type }: Message, { user, bot_id, username, ts, thread_ts, files }: Message) {
  if (typeof channel !== "string" || !ID.test(channel) || typeof ts !== "string" || !TS.test(ts)) return undefined;
  const sender = [user, bot_id].find((one): one is string => typeof one === "string" && ID.test(one)) ?? "unknown";
  const name = typeof username === "string" ? oneLine(username) : "";
  const at = timeOf(ts);
  const names = fileNames(files);
  return {
    place: placeOf(channel, channel_type, thread_ts, ts),
    sender: { id: sender, ...(name !== "" && { name }) },
    ...(at !== undefined && { at }),
    provenance: { channel, ts, ...(names.length > 0 && { files: names }) },
  };
}

function placeOf(channel: string, type: unknown, thread: unknown, ts: string): Place {
  if (typeof thread === "string" && TS.test(thread) && thread !== ts)
    return { id: `${channel}/${thread}`, kind: "thread" };
  if (type === "im" || channel.startsWith("D")) return { id: channel, kind: "dm" };
  return { id: channel, kind: type === "mpim" ? "group" : "room" };
}

function textOf({ text, files }: Message): string {
  const said = typeof text === "string" ? text : "";
  const attached = fileNames(files).map((name) => `[${name}]`);
  return [said, ...attached].filter((part) => part !== "").join("\n");
}

const fileNames = (files: unknown): string[] =>
  (Array.isArray(files) ? (files as (File | null)[]) : [])
    .slice(0, 20)
    .map((file) => (typeof file?.name === "string" ? oneLine(file.name) : "file"));

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null;

/** The id of a message: its timestamp is unique within the channel. */
const idOf = (channel: unknown, ts: unknown): string => `${channel}/${ts}`;

const timeOf = (ts: unknown): number | undefined =>
  typeof ts === "string" && TS.test(ts) ? Math.floor(Number(ts) * 1_000) : undefined;
