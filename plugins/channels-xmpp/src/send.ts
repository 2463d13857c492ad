import { createHash, randomBytes } from "node:crypto";
import { type Link, notSent, type Outgoing, refused } from "@postern/channels/services";
import { ADDRESS } from "./config.ts";
import type { Element } from "./element.ts";
import type { Known } from "./known.ts";
import { archivedAs } from "./meaning.ts";
import { NS } from "./names.ts";
import type { Reading } from "./read.ts";
import { OUT } from "./room-errors.ts";
import { bare, resourceOf, type Session } from "./session.ts";

type Sending = Required<Pick<Link, "send" | "edit" | "remove" | "ping" | "typing">>;

interface Waiting {
  /** The room that repeats the message, if it is sent to one. */
  readonly room?: string;
  done(outcome?: Error | { archived?: string }): void;
}

/** Characters that are invalid in XML: the server would end the connection. */
const NEVER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const freshId = () => `p-${randomBytes(20).toString("hex")}`;

/** The id of a message, the same for every attempt. */
export const idFor = ({ idempotencyKey }: Pick<Outgoing, "idempotencyKey">): string =>
  `p-${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 40)}`;

export function createSending(
  session: Session,
  reading: Reading,
  find: (place: string, of: string) => Promise<Known | undefined>,
  behind: () => boolean,
): Sending {
  const { client, socket, xml } = session;
  const { rooms, known } = reading;
  const waiting = new Map<string, Waiting>();

  (client.streamManagement as unknown as NodeJS.EventEmitter).on("ack", (stanza: Element) => {
    const one = waiting.get(stanza.attrs.id ?? "");
    if (one && one.room === undefined) one.done();
  });
  session.listen(handle);
  void session.gone.then(() => {
    for (const { done } of waiting.values()) done(new Error(`${session.closeReason()} before it answered`));
  });

  function handle(stanza: Element) {
    if (waiting.size === 0 || !stanza.is("message")) return;
    const one = waiting.get(stanza.attrs.id ?? "");
    if (!one) return;
    const from = String(stanza.attrs.from ?? "");
    if (stanza.attrs.type === "error") return one.done(bounced(stanza, one.room));
    const repeated = one.room === bare(from) && resourceOf(from) === rooms.nickIn(bare(from));
    if (!repeated) return;
    const archived = archivedAs(stanza, bare(from));
    one.done(archived === undefined ? {} : { archived });
  }

  function bounced(stanza: Element, room: string | undefined): Error {
    const error = stanza.getChild("error");
    const condition = error?.getChildElements()[0]?.name ?? "";
    const said = (error?.getChildText("text") || condition || "refused").slice(0, 200);
    if (room !== undefined && condition === OUT) return rooms.lost(room);
    return error?.attrs.type === "wait" ? notSent(said, 30_000) : refused(said);
  }

  /** Sends a stanza. Resolves when the server has certainly received it. */
  function put(element: Element, room: string | undefined, signal: AbortSignal): Promise<{ archived?: string }> {
    if (signal.aborted) throw notSent("No time was left to send the message");
    if (!socket.writable || client.status !== "online") throw notSent("The adapter is not connected");
    const id = String(element.attrs.id);
    return new Promise((resolve, reject) => {
      const stop = () => one.done(new Error("The server did not answer in time"));
      const one: Waiting = {
        ...(room !== undefined && { room }),
        done(outcome = {}) {
          if (!waiting.delete(id)) return;
          signal.removeEventListener("abort", stop);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      waiting.set(id, one);
      signal.addEventListener("abort", stop, { once: true });
      const sent = session.send(element).then(() => (room === undefined ? confirmed(one) : undefined));
      sent.catch((error: Error) => one.done(new Error(`It is unknown whether the message was sent: ${error.message}`)));
    });
  }

  /** The server processes stanzas in order: once it answers, it has also processed the message. */
  async function confirmed(one: Waiting): Promise<void> {
    if ((client.streamManagement as { enabled: boolean }).enabled) return session.send(xml("r", { xmlns: NS.acks }));
    await session.request("get", xml("ping", { xmlns: NS.ping }));
    one.done();
  }

  function message(place: string, id: string, ...parts: Element[]): { element: Element; room?: string } {
    if (!ADDRESS.test(place)) throw refused("Invalid XMPP address");
    const room = rooms.isRoom(bare(place)) ? bare(place) : undefined;
    if (room !== undefined) rooms.check(room);
    const open = room !== undefined && room === place;
    const marked = room !== undefined && !open ? [xml("x", { xmlns: NS.user })] : [];
    const origin = xml("origin-id", { xmlns: NS.stanzaId, id });
    const type = open ? "groupchat" : "chat";
    const element = xml("message", { to: place, type, id }, ...parts, origin, ...marked);
    return { element, ...(open && { room }) };
  }

  function body(text: string): Element {
    const clean = text.replace(NEVER, "");
    if (clean.trim() === "") throw refused("The message has no text that can be sent over XMPP");
    return xml("body", {}, clean);
  }

  async function originOf(place: string, of: string): Promise<Known & { origin: string }> {
    const one = await find(place, of);
    if (one?.origin === undefined) throw refused("The message to change was not found");
    return { ...one, origin: one.origin };
  }

  return {
    async send(outgoing, signal) {
      const origin = idFor(outgoing);
      const { element, room } = message(outgoing.place, origin, body(outgoing.text));
      const { archived } = await put(element, room, signal);
      const id = room !== undefined && archived ? `${room}/${archived}` : origin;
      const author = room === undefined ? session.me : `${room}/${rooms.nickIn(room)}`;
      known.add({ id, place: outgoing.place, author, origin, ...(archived && { archived }) });
      return { id };
    },
    async edit({ place, of, text }, signal) {
      const { origin } = await originOf(place, of);
      const replace = xml("replace", { xmlns: NS.correct, id: origin });
      const { element, room } = message(place, freshId(), body(text), replace);
      await put(element, room, signal);
    },
    async remove({ place, of }, signal) {
      const { origin, archived } = await originOf(place, of);
      const { element, room } = message(
        place,
        freshId(),
        xml("retract", { xmlns: NS.retract, id: rooms.isRoom(place) ? (archived ?? origin) : origin }),
        xml("fallback", { xmlns: NS.fallback, for: NS.retract }),
        xml("body", {}, "This person retracted a message, but your client does not support retractions."),
        xml("store", { xmlns: NS.hints }),
      );
      await put(element, room, signal);
    },
    async typing(place) {
      const composing = xml("composing", { xmlns: NS.states });
      await session.send(message(place, freshId(), composing, xml("no-store", { xmlns: NS.hints })).element);
    },
    async ping(signal) {
      if (!socket.writable) throw new Error("The adapter is not connected");
      rooms.look();
      // If more arrives than can be stored, the answer is queued behind it. Then any incoming stanza counts as an answer.
      let forget = () => {};
      const came = new Promise<void>((resolve) => {
        forget = session.listen(() => behind() && resolve());
      });
      const late = new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("The server did not answer in time")), { once: true });
      });
      const answered = session.request("get", xml("ping", { xmlns: NS.ping })).catch((error: Error) => {
        // An error that pings are not supported is an answer, too.
        if (error.name !== "StanzaError") throw error;
      });
      try {
        await Promise.race([answered, came, late]);
      } finally {
        forget();
        answered.catch(() => {});
      }
    },
  };
}
