import { randomUUID } from "node:crypto";
import type { Inbound, Place, Sender } from "@postern/channels/services";
import type { Element } from "./element.ts";
import type { Known, KnownMessages } from "./known.ts";
import { idsOf, meaningOf } from "./meaning.ts";
import { NS } from "./names.ts";
import type { Rooms } from "./rooms.ts";
import { bare, resourceOf } from "./session.ts";

/** Where a message was said, and by whom; undefined for what nobody says. */
export interface Said {
  readonly place: Place;
  readonly sender: Sender;
  /** Who may change it: in a room a nick alone is no proof. */
  readonly author: string;
  /** Whose archive keeps it. */
  readonly archive: string;
  /** Whether the adapter said it itself. */
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
      // Anybody can write such an id into a message where the room does not: then it is like none of the others.
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
  // What a server says itself is for those who run it.
  if (!other.includes("@")) return undefined;
  const name = stanza.getChild("nick", NS.nick)?.text().trim().slice(0, 100) || other.slice(0, other.indexOf("@"));
  const place: Place = { id: other, kind: "dm", title: name };
  return { place, sender: { id: other, name }, author: other, archive: me, mine: false };
}

/** What was said under a nick that one had to add to is one's own too: then its id tells. */
const isMine = (stanza: Element, nick: string, now: string) =>
  nick === now || (OWN.test(stanza.attrs.id ?? "") && nick.replace(/(?<!_)_+$/, "") === now.replace(/(?<!_)_+$/, ""));

/** The ids that the adapter gives to what it says. */
const OWN = /^p-[0-9a-f]{40}$/;

/** The id under which the gateway knows a message: what the adapter sent to a person has only the id that it gave it. */
function idOf({ place, archive, mine }: Said, from: string, ids: ReturnType<typeof idsOf>): string {
  if (mine && place.kind === "dm" && ids.origin) return ids.origin;
  if (ids.archived) return `${archive}/${ids.archived}`;
  return ids.origin ? `${from}/${ids.origin}` : randomUUID();
}

export interface Reading {
  readonly me: string;
  readonly rooms: Rooms;
  readonly known: KnownMessages;
  /** Finds a message that is not among those of late. */
  readonly recollect: (where: { place: string; archive: string }, called: string) => Promise<Known | undefined>;
}

/** Makes itself known, and nothing else: for what is looked at only to find a message. */
export function note(stanza: Element, archived: string | undefined, reading: Reading): Known | undefined {
  const said = saidBy(stanza, reading.me, reading.rooms);
  const meaning = said && meaningOf(stanza);
  if (!said || meaning?.type !== "message") return undefined;
  const ids = { ...idsOf(stanza, undefined), ...(archived !== undefined && { archived }) };
  const id = idOf(said, String(stanza.attrs.from), ids);
  return reading.known.add({ id, place: said.place.id, author: said.author, ...ids });
}

/** What a stanza brings: nothing, one thing, or several reactions. */
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
  const happening = { id, place, sender, provenance, ...(at !== undefined && { at }) };
  const remember = () => reading.known.add({ id, place: place.id, author: said.author, ...ids });
  if (meaning.type === "message") {
    remember();
    return [{ ...happening, type: "message", text: meaning.text }];
  }
  const where = { place: place.id, archive: said.archive };
  const target = reading.known.find(place.id, meaning.of) ?? (await reading.recollect(where, meaning.of));
  if (meaning.type === "reactions") return target ? reactions(meaning.emoji, target, happening) : [];
  // Nobody changes what somebody else said.
  const allowed = target?.author === said.author;
  if (meaning.type === "delete") return allowed ? [{ ...happening, type: "delete", of: target.id }] : [];
  if (allowed) return [{ ...happening, type: "edit", of: target.id, text: meaning.text }];
  // What it corrects was never seen here; the words themselves are not lost.
  if (target) return [];
  remember();
  return [{ ...happening, type: "message", text: meaning.text }];
}

/** A reaction tells all that somebody reacts with from now on: what is new, and what is gone. */
function reactions(
  now: ReadonlySet<string>,
  target: Known,
  happening: Omit<Extract<Inbound, { type: "reaction" }>, "type" | "of" | "emoji" | "removed">,
): Inbound[] {
  const before = target.reactions.get(happening.sender.id) ?? new Set<string>();
  target.reactions.set(happening.sender.id, now);
  const one = (emoji: string, removed: boolean): Inbound => ({
    ...happening,
    id: `${happening.id}/${removed ? "-" : "+"}${emoji}`,
    type: "reaction",
    of: target.id,
    emoji,
    ...(removed && { removed }),
  });
  const added = [...now].filter((emoji) => !before.has(emoji)).map((emoji) => one(emoji, false));
  return [...added, ...[...before].filter((emoji) => !now.has(emoji)).map((emoji) => one(emoji, true))];
}
