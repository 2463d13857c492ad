import { notSent } from "@postern/channels/services";
import type { Element } from "./element.ts";
import { NS } from "./names.ts";
import { conditionOf, joinReason, leaveReason, OUT } from "./room-errors.ts";
import { bare, resourceOf, type Session } from "./session.ts";

/** The configured rooms, and whether the adapter is in them. */
export interface Rooms {
  /** Joins all rooms. Resolves when each has answered, or after a few seconds. */
  join(): Promise<void>;
  isRoom(jid: string): boolean;
  /** The adapter's nick in a room. */
  nickIn(room: string): string;
  /** Throws if the adapter cannot send to the room now. */
  check(room: string): void;
  /** The real address of an occupant, if the room reveals it. */
  realJid(occupant: string): string | undefined;
  /** Handles a room's report that the adapter is not in it. Returns the reason why nothing can be sent there now. */
  lost(room: string): Error;
  /** Checks with one room per call, in turn, that the adapter is still in it. */
  look(): void;
}

/** A stay in a room. */
export interface Stay {
  /** When the adapter entered the room, in Unix milliseconds. */
  readonly since: number;
  /** Whether the adapter has left the room, even if it is in it again. */
  hasEnded(): boolean;
}

const FIRST = 10_000;
const OCCUPANTS = 20_000;

export function createRooms(session: Session, entered: (room: string, stay: Stay) => void): Rooms {
  const { context, xml, troubles, me } = session;
  const { rooms = [], nick = me.slice(0, me.indexOf("@")), retryEvery = 60_000 } = context.config;
  const all = rooms.map((room) => room.toLowerCase());
  const outside = new Map(all.map((room) => [room, "The room was not joined yet"]));
  const nicks = new Map(all.map((room) => [room, nick]));
  const unknown = new Set(all);
  /** Rooms that the adapter has created, until they are open to others. */
  const locked = new Set<string>();
  const real = new Map<string, string>();
  /** How often the adapter has left each room. */
  const exits = new Map(all.map((room) => [room, 0]));
  let whenKnown = () => {};
  let next = 0;

  const ask = (room: string) =>
    session
      .send(
        xml(
          "presence",
          { to: `${room}/${nicks.get(room)}` },
          // Earlier messages are read from the room's archive, in order.
          xml("x", { xmlns: NS.rooms }, xml("history", { maxstanzas: "0" })),
        ),
      )
      .catch(() => {});

  function markKnown(room: string) {
    unknown.delete(room);
    if (unknown.size === 0) whenKnown();
  }

  function enter(room: string, as: string) {
    nicks.set(room, as);
    const before = exits.get(room);
    if (outside.delete(room)) entered(room, { since: Date.now(), hasEnded: () => exits.get(room) !== before });
    troubles.clear(room);
    if (as === nick) troubles.clear(`nick in ${room}`);
    else troubles.set(`nick in ${room}`, `The nick ${nick} is in use in ${room}; the adapter uses ${as}`);
    markKnown(room);
  }

  /**
   * A new room is locked for others until its creator accepts its configuration (XEP-0045, section 10.1.2). Nobody would
   * receive what is sent there before.
   */
  async function open(room: string, as: string): Promise<void> {
    nicks.set(room, as);
    locked.add(room);
    try {
      await session.request("set", xml("query", { xmlns: NS.owner }, xml("x", { xmlns: NS.form, type: "submit" })), {
        to: room,
      });
    } catch (error) {
      const { condition, text, message } = error as Error & { condition?: string; text?: string };
      const reason = (text || condition || message).slice(0, 200);
      return leave(room, `The room ${room} was created but stays locked for others: ${reason}`);
    }
    locked.delete(room);
    context.log.info({ adapter: context.adapter, room }, `The adapter created the room ${room}`);
    enter(room, as);
  }

  function leave(room: string, reason: string) {
    exits.set(room, (exits.get(room) ?? 0) + 1);
    outside.set(room, reason);
    troubles.set(room, reason);
    markKnown(room);
  }

  function refused(room: string, stanza: Element) {
    const error = stanza.getChild("error");
    const condition = conditionOf(error);
    const taken = condition === "conflict" && outside.has(room) && (nicks.get(room)?.length ?? 0) < nick.length + 5;
    if (taken) {
      nicks.set(room, `${nicks.get(room)}_`);
      return void ask(room);
    }
    if (!outside.has(room) && condition === "conflict") return;
    nicks.set(room, nick);
    leave(room, `Cannot join ${room}: ${joinReason(error)}`);
  }

  function handle(stanza: Element) {
    if (!stanza.is("presence")) return;
    const from = String(stanza.attrs.from ?? "");
    const room = bare(from);
    if (!nicks.has(room)) return;
    if (stanza.attrs.type === "error") return refused(room, stanza);
    const about = stanza.getChild("x", NS.user);
    const codes = new Set((about?.getChildren("status") ?? []).map(({ attrs }) => String(attrs.code)));
    const mine = codes.has("110") || (resourceOf(from) === nicks.get(room) && !outside.has(room));
    const item = about?.getChild("item");
    if (stanza.attrs.type !== "unavailable") {
      if (codes.has("201")) void open(room, resourceOf(from));
      else if (mine && !locked.has(room)) enter(room, resourceOf(from));
      if (item?.attrs.jid && real.size < OCCUPANTS) real.set(from, bare(String(item.attrs.jid)));
      return;
    }
    real.delete(from);
    if (!mine) return;
    if (codes.has("303")) return void nicks.set(room, String(item?.attrs.nick ?? nicks.get(room)));
    locked.delete(room);
    leave(room, leaveReason(room, codes, about));
  }

  const forget = session.listen(handle);
  const again = setInterval(() => {
    for (const room of outside.keys()) void (locked.has(room) ? open(room, nicks.get(room) ?? nick) : ask(room));
  }, retryEvery);
  again.unref();
  void session.gone.then(() => {
    forget();
    clearInterval(again);
  });

  /** A restarted room forgets its occupants without notifying them (XEP-0410). */
  async function look(room: string): Promise<void> {
    const to = `${room}/${nicks.get(room)}`;
    try {
      await session.request("get", xml("ping", { xmlns: NS.ping }), { to });
    } catch (error) {
      const { condition } = error as { condition?: string };
      if (condition === OUT && !outside.has(room)) lost(room);
    }
  }

  function lost(room: string): Error {
    leave(room, `The adapter is no longer in the room ${room}`);
    void ask(room);
    return notSent(outside.get(room) ?? "", 1_000);
  }

  return {
    async join() {
      if (all.length === 0) return;
      for (const room of all) void ask(room);
      await new Promise<void>((resolve) => {
        whenKnown = resolve;
        void session.gone.then(resolve);
        setTimeout(resolve, FIRST).unref();
      });
    },
    isRoom: (jid) => nicks.has(jid),
    nickIn: (room) => nicks.get(room) ?? nick,
    check(room) {
      const reason = outside.get(room);
      if (reason !== undefined) throw notSent(reason, retryEvery);
    },
    lost,
    look() {
      const room = all[next++ % all.length];
      if (room !== undefined && !outside.has(room)) void look(room);
    },
    realJid: (occupant) => real.get(occupant),
  };
}
