import { createIntake, createTroubles, type Intake, settledWithin } from "@postern/channels/kind";
import type { AdapterContext, Link } from "@postern/channels/services";
import { type Archived, createArchives, features, keepsAll } from "./archive.ts";
import { createHistory, type History } from "./catch-up.ts";
import type { Config } from "./config.ts";
import { clearerFor, dial } from "./dial.ts";
import type { Element } from "./element.ts";
import { follow } from "./follow.ts";
import { createKnown } from "./known.ts";
import { lookUp } from "./look-up.ts";
import { NS } from "./names.ts";
import { type Reading, read } from "./read.ts";
import { createRooms, type Stay } from "./rooms.ts";
import { createSending, idFor } from "./send.ts";
import { createSession, type Session } from "./session.ts";
import { StanzaSocket } from "./socket.ts";

const CLOSE_TIMEOUT = 2_000;
const STORE_TIMEOUT = 5_000;
/** Rate limit for archive searches for unknown messages: `burst` searches, then one every `every` milliseconds. */
const LOOKUPS = { burst: 30, every: 2_000 };

/** Connects, joins the rooms and reads missed messages. */
export async function openXmpp(context: AdapterContext<Config>): Promise<Link> {
  const domain = context.config.jid.toLowerCase().split("@")[1] ?? "";
  const socket = new StanzaSocket(await dial(context, domain));
  try {
    const troubles = createTroubles(context);
    const intake = createIntake({ context, troubles, flow: (on) => socket.flow(on) });
    return await settle(await createSession(context, socket, troubles), intake);
  } catch (error) {
    socket.fail(new Error("The adapter could not start"));
    throw socket.hasHeard ? error : await clearerFor(error, context, domain);
  }
}

async function settle(session: Session, intake: Intake): Promise<Link> {
  const { me, xml, troubles } = session;
  const ask = createArchives(session);
  const archives = new Set<string>();
  const known = createKnown();
  const mayLookUp = createBudget();

  /** Pending checks whether an archive exists. A room can be asked only after joining. */
  const learned = new Map<string, Promise<void>>();
  const ready = (archive: string) => learned.get(archive)?.catch(() => {}) ?? Promise.resolve();
  async function learn(archive: string, stay?: Stay): Promise<void> {
    if (!(await features(session, archive)).has(NS.archive)) return;
    await history.prepare(archive, stay);
    archives.add(archive);
  }

  const rooms = createRooms(session, (room, stay) => {
    const name = `history of ${room}`;
    const known = learned.get(room) ?? learn(room, stay);
    learned.set(room, known);
    known.catch(() => learned.delete(room));
    known
      .then(() => history.readMissed(room))
      .then(
        () => troubles.clear(name),
        (error: Error) => troubles.set(name, `Missed messages in ${room} cannot be read: ${error.message}`),
      );
  });

  const findArchived: Reading["findArchived"] = async ({ place, archive }, called) => {
    if (!archives.has(archive) || !mayLookUp()) return undefined;
    const only = archive === me ? { with: place } : {};
    const looked = await lookUp(
      ask,
      reading,
      { archive, ...only },
      (one) => one.place === place && (one.origin === called || one.archived === called),
    ).catch(() => undefined);
    return looked?.found;
  };
  const reading: Reading = { me, rooms, known, findArchived };

  async function take(stanza: Element, archived: Archived | undefined, archive: string, stored: () => void) {
    const at = archived?.at;
    const about = { ...(archived && { archived: archived.id }), ...(at !== undefined && { at }) };
    const all = await read(stanza, { keeps: archives.has(archive), ...about }, reading);
    if (all.length === 0) stored();
    // The last event stands for all: they belong to one place and are stored in order.
    for (const [index, inbound] of all.entries()) intake.add(inbound, index === all.length - 1 ? stored : undefined);
  }
  const history = createHistory(session, ask, (archive, message, stored) =>
    take(message.stanza, message, archive, stored),
  );

  await learn(me);
  follow(session, { archives, ready, history, rooms, take });
  acceptSubscriptions(session);
  await session.send(xml("presence", {}));
  await rooms.join();
  const caughtUp = history.readMissed(me);
  caughtUp.catch((error: Error) => session.socket.fail(new Error(`The history cannot be read: ${error.message}`)));

  const find = async (place: string, of: string) => {
    const archive = rooms.isRoom(place) ? place : me;
    const called = of.startsWith(`${archive}/`) ? of.slice(archive.length + 1) : of;
    return known.find(place, called) ?? findArchived({ place, archive }, called);
  };

  const confirm: Required<Link>["confirm"] = async (message) => {
    await caughtUp;
    const room = rooms.isRoom(message.place);
    const archive = room ? message.place : me;
    if (!archives.has(archive) || (!room && !(await keepsAll(session)))) return "unknown";
    const origin = idFor(message);
    const where = room ? { archive } : { archive, with: message.place };
    const { found, all } = await lookUp(ask, reading, where, (one) => one.origin === origin);
    if (found) return { sent: true, id: found.id };
    return all ? { sent: false } : "unknown";
  };

  const sending = createSending(session, reading, find, () => intake.full);
  return { ...sending, confirm, ...ending(session, { intake, history }) };
}

function acceptSubscriptions({ listen, send, xml, context }: Session): void {
  if (!context.config.acceptSubscriptions) return;
  listen((stanza) => {
    if (!stanza.is("presence") || stanza.attrs.type !== "subscribe" || !stanza.attrs.from) return;
    send(xml("presence", { to: stanza.attrs.from, type: "subscribed" })).catch(() => {});
  });
}

function createBudget(): () => boolean {
  let left = LOOKUPS.burst;
  let at = Date.now();
  return () => {
    const more = Math.floor((Date.now() - at) / LOOKUPS.every);
    at += more * LOOKUPS.every;
    left = Math.min(LOOKUPS.burst, left + more);
    if (left <= 0) return false;
    left--;
    return true;
  };
}

interface Parts {
  readonly intake: Intake;
  readonly history: History;
}

function ending(session: Session, { intake, history }: Parts): Pick<Link, "closed" | "close"> {
  const { context, client, socket, gone, troubles } = session;
  let closing: Promise<void> | undefined;

  const closed = gone.then(async () => {
    context.signal.removeEventListener("abort", stop);
    await settledWithin(STORE_TIMEOUT, intake.idle());
    intake.stop();
    await history.flush().catch(() => {});
    return { reason: closing ? "Closed" : session.closeReason() };
  });

  async function end(): Promise<void> {
    client.timeout = CLOSE_TIMEOUT;
    if (socket.writable) await settledWithin(CLOSE_TIMEOUT, client.disconnect());
    socket.fail(new Error("Closed"));
    await closed;
  }
  const close = () => {
    closing ??= end();
    return closing;
  };
  const stop = () => void close();
  if (context.signal.aborted) stop();
  else context.signal.addEventListener("abort", stop, { once: true });
  // The caller can only handle reports after it has the link.
  setImmediate(troubles.report);
  return { closed, close };
}
