import { randomUUID } from "node:crypto";
import type { Inbound, Place, Sender } from "@postern/channels/services";
import type { Element } from "./element.ts";
import type { Known, KnownMessages } from "./known.ts";
import { idsOf, meaningOf } from "./meaning.ts";
import { NS } from "./names.ts";
import type { Rooms } from "./rooms.ts";
import { bare, resourceOf } from "./session.ts";

/** Where and by whom a message was sent. Undefined for stanzas that no person sent. */
export interface Said {
  readonly place: Place;
  readonly sender: Sender;
  /** Identity that may change the message. In a room a nick alone is not sufficient. */
  readonly author: string;
  /** The archive that contains it. */
  readonly archive: string;
  /** Whether the adapter sent it. */
  readonly mine: boolean;
}

export function saidBy(stanza: Element, me: string, rooms: Rooms): Said | undefined {
  const from = String(stanza.attrs.from ?? "");
  const other = bare(from);
  const within = resourceOf(from);
  if (stanza.attrs.type === "error" || stanza.attrs.type === "headline") return undefined;
  if (stanza.getChild("received", NS.carbons) || stanza.getChild("sent", NS.carbons)) return undefined;
  if (stanza.attrs.type === "groupchat") {
    if (!rooms.isRoom(other) || within === "") return undefined;
    const place: Place = { id: other, kind: "room", title: other.slice(0, other.indexOf("@")) };
    const occupant = stanza.getChild("occupant-id", NS.occupant)?.attrs.id;
    const sender = { id: rooms.realJid(from) ?? from, name: within };
    return {
      place,
      sender,
      // If the room does not support occupant ids, anyone can add one to a message: it then matches no author.
      author: occupant ? `occupant ${occupant}` : from,
      archive: other,
      mine: isMine(stanza, within, rooms.nickIn(other)),
    };
  }
  if (other === me) {
    const to = String(stanza.attrs.to ?? "");
    const place: Place = { id: rooms.isRoom(bare(to)) ? to : bare(to), kind: "dm" };
    return { place, sender: { id: me }, author: me, archive: me, mine: true };
  }
  if (rooms.isRoom(other)) {
    if (within === "") return undefined;
    const place: Place = { id: `${other}/${within}`, kind: "dm", title: within };
    const sender = { id: rooms.realJid(from) ?? from, name: within };
    return { place, sender, author: from, archive: me, mine: false };
  }
  // Messages of a server itself are for its administrators.
  if (!other.includes("@")) return undefined;
  const name = stanza.getChild("nick", NS.nick)?.text().trim().slice(0, 100) || other.slice(0, other.indexOf("@"));
  const place: Place = { id: other, kind: "dm", title: name };
  return { place, sender: { id: other, name }, author: other, archive: me, mine: false };
}

/** A message under our own nick with added underscores is also ours, if it has one of our ids. */
const isMine = (stanza: Element, nick: string, now: string) =>
  nick === now || (OWN.test(stanza.attrs.id ?? "") && nick.replace(/(?<!_)_+$/, "") === now.replace(/(?<!_)_+$/, ""));

/** The format of ids that the adapter assigns to its messages. */
const OWN = /^p-[0-9a-f]{40}$/;

/** The id under which the gateway knows a message. Messages sent to a person have only the id that we assigned. */
function idOf({ place, archive, mine }: Said, from: string, ids: ReturnType<typeof idsOf>): string {
  if (mine && place.kind === "dm" && ids.origin) return ids.origin;
  if (ids.archived) return `${archive}/${ids.archived}`;
  return ids.origin ? `${from}/${ids.origin}` : randomUUID();
}

export interface Reading {
  readonly me: string;
  readonly rooms: Rooms;
  readonly known: KnownMessages;
  /** Searches for a message that is not among the recent ones. */
  readonly findArchived: (where: { place: string; archive: string }, called: string) => Promise<Known | undefined>;
}

/** Adds a message of a search to the known messages, without creating an event. */
export function note(stanza: Element, archived: string | undefined, reading: Reading): Known | undefined {
  const said = saidBy(stanza, reading.me, reading.rooms);
  const meaning = said && meaningOf(stanza);
  if (!said || meaning?.type !== "message") return undefined;
  const ids = { ...idsOf(stanza, undefined), ...(archived !== undefined && { archived }) };
  const id = idOf(said, String(stanza.attrs.from), ids);
  return reading.known.add({ id, place: said.place.id, author: said.author, ...ids });
}

/** The events of a stanza: none, one, or several reactions. */
export async function read(
  stanza: Element,
  about: { readonly archived?: string; readonly keeps: boolean; readonly at?: number },
  reading: Reading,
): Promise<Inbound[]> {
  const said = saidBy(stanza, reading.me, reading.rooms);
  if (!said) return [];
  const own = idsOf(stanza, about.keeps ? said.archive : undefined);
  const ids = about.archived === undefined ? own : { ...own, archived: about.archived };
  const id = idOf(said, String(stanza.attrs.from), ids);
  const meaning = meaningOf(stanza);
  if (!meaning) return [];
  if (said.mine) {
    if (meaning.type === "message") reading.known.add({ id, place: said.place.id, author: said.author, ...ids });
    return [];
  }
  const { place, sender } = said;
  const delayed = Date.parse(stanza.getChild("delay", NS.delay)?.attrs.stamp ?? "");
  const at = about.at ?? (Number.isFinite(delayed) ? delayed : undefined);
  const provenance = { from: String(stanza.attrs.from), ...(ids.origin && { origin: ids.origin }) };
  const base = { id, place, sender, provenance, ...(at !== undefined && { at }) };
  const remember = () => reading.known.add({ id, place: place.id, author: said.author, ...ids });
  if (meaning.type === "message") {
    remember();
    return [{ ...base, type: "message", text: meaning.text }];
  }
  const where = { place: place.id, archive: said.archive };
  const target = reading.known.find(place.id, meaning.of) ?? (await reading.findArchived(where, meaning.of));
  if (meaning.type === "reactions") return target ? reactions(meaning.emoji, target, base) : [];
  // Only the author may change a message.
  const allowed = target?.author === said.author;
  if (meaning.type === "delete") return allowed ? [{ ...base, type: "delete", of: target.id }] : [];
  if (allowed) return [{ ...base, type: "edit", of: target.id, text: meaning.text }];
  // The corrected message is unknown, so the correction is stored as a new message.
  if (target) return [];
  remember();
  return [{ ...base, type: "message", text: meaning.text }];
}

/** A stanza lists all current reactions of a person. The difference to the previous list gives the events. */
function reactions(
  now: ReadonlySet<string>,
  target: Known,
  base: Omit<Extract<Inbound, { type: "reaction" }>, "type" | "of" | "emoji" | "removed">,
): Inbound[] {
  const before = target.reactions.get(base.sender.id) ?? new Set<string>();
  target.reactions.set(base.sender.id, now);
  const one = (emoji: string, removed: boolean): Inbound => ({
    ...base,
    id: `${base.id}/${removed ? "-" : "+"}${emoji}`,
    type: "reaction",
    of: target.id,
    emoji,
    ...(removed && { removed }),
  });
  const added = [...now].filter((emoji) => !before.has(emoji)).map((emoji) => one(emoji, false));
  return [...added, ...[...before].filter((emoji) => !now.has(emoji)).map((emoji) => one(emoji, true))];
}
