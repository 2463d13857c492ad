import { setImmediate as turn } from "node:timers/promises";
import { eventIdOf, type GatewayEvent } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { anyTypeMatcher, eventVisibility, visibleEvents } from "@postern/kit/cloudevents";
import { disableBridge } from "../bridge.ts";
import { type BridgeRecord, bridges, cursors, origin } from "../collections.ts";
import { bridgeTested } from "../events.ts";
import type { OurHost } from "../host.ts";
import type { Session } from "../link/supervise.ts";
import { isMissing } from "../nats/explain.ts";
import { createPublisher } from "../nats/publisher.ts";
import { createCursorWriter } from "./cursor.ts";
import { CLOUD_EVENT, messageOf } from "./message.ts";
import { createWindow } from "./window.ts";

/** Messages that may be sent and not acknowledged, and their bytes. */
const OUTSTANDING = { messages: 512, bytes: 4 * 2 ** 20 };
/** Events without a wanted one after which the cursor is stored. */
const PASSED = 5_000;
/** Events per page, and the characters that a page should not exceed by much. */
const PAGE = { first: 50, most: 500, bytes: 4 * 2 ** 20 };
/** Messages that are made before other work gets its turn. */
const PORTION = 32;
/** Maximum sleep: changes by other processes are noticed after it, even if their commits are not reported. */
const MAX_SLEEP = 1_000;
/** Bytes for the headers, which count as part of a message. */
const HEADERS = 1_024;

/**
 * Publishes events in the order of the journal, from the stored cursor on, until the session ends. An event is passed
 * only when the server has acknowledged it and all before it, so after a crash of either side some are published again,
 * with the same ids, and none is missing.
 */
export async function publishEvents(host: OurHost, bridge: BridgeRecord, session: Session): Promise<void> {
  const { id } = bridge;
  const { link, signal, token } = session;
  const [found, source] = await Promise.all([host.store.get(cursors, id), host.store.read(origin)]);
  if (!found || source === undefined) return;
  const maxBytes = await maxBytesOf(bridge, session);
  const publisher = await createPublisher(link.connection, bridge.stream);
  await session.begun();
  const sight = eventVisibility(host.services.gateway);
  const isWanted = anyTypeMatcher(bridge.types);
  const accept = ({ type }: { type: string }) => type !== bridgeTested.type && isWanted(type);

  const start = { id: eventIdOf(found), published: found.published, withoutData: found.withoutData };
  let stored = start.published;
  let passed = 0;
  const bell = createBell(host);
  const window = createWindow(start, OUTSTANDING, {
    onSettled() {
      // Events of other types alone are no reason for a commit.
      if (window.settled.published === stored && passed < PASSED) return;
      stored = window.settled.published;
      passed = 0;
      writer.request();
    },
    onFailed: bell.ring,
  });
  const writer = createCursorWriter({ host, id, token, settled: () => window.settled, onError: window.fail });
  const onAbort = () => window.fail(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });

  try {
    await follow();
  } finally {
    bell.stop();
    publisher.stop();
    signal.removeEventListener("abort", onAbort);
    // What was acknowledged needs not be published again. A lost lease or connection is the error that counts.
    await writer.flush().catch(() => {});
  }

  async function follow(): Promise<void> {
    let seen = start.id;
    let limit = PAGE.first;
    for (;;) {
      signal.throwIfAborted();
      bell.listen();
      window.throwIfFailed();
      const page = await host.journal.read({ after: seen, limit, accept, unknown: "gap" });
      if (page.gap) {
        host.log.warn({ bridge: id, ...page.gap }, "Events were deleted before this bridge published them");
        writer.noteGap(page.gap);
        writer.request();
      }
      const events = await readable(page.events);
      if (!events) return;
      const bytes = await publishAll(events);
      if (page.cursor !== seen) {
        passed += limit;
        window.pass(page.cursor);
      }
      seen = page.cursor;
      limit = nextLimit(limit, events.length, bytes);
      if (!page.more) await bell.rings();
    }
  }

  /** The events that the creator may read now. Undefined if its context has ended or the bridge was disabled. */
  async function readable(events: readonly GatewayEvent[]): Promise<readonly GatewayEvent[] | undefined> {
    if (events.length === 0) return events;
    const { store } = host;
    // The worker notices it later.
    if ((await store.get(bridges, id))?.status !== "enabled") return undefined;
    const caller = await creatorOf(store, bridge, host.now());
    if (!caller) {
      await host.transact((ctx) => disableBridge(ctx, id, "context_ended"));
      return undefined;
    }
    const admitted = events.filter((event) => sight.admits(caller, event));
    return visibleEvents(sight, { caller, store }, admitted);
  }

  async function publishAll(events: readonly GatewayEvent[]): Promise<number> {
    let bytes = 0;
    for (const [at, event] of events.entries()) {
      if (at % PORTION === PORTION - 1) await turn();
      const message = messageOf(event, sight.topicOf(event.type), { ...bridge, origin: source as string, maxBytes });
      const size = message.payload.length;
      bytes += size;
      // Without waiting, so that a portion of messages is written to the socket at once.
      if (!window.hasRoom(size)) await window.room(size);
      const acknowledged = publisher.publish({ ...message, contentType: CLOUD_EVENT });
      window.add(event.id, size, { published: 1, withoutData: message.isBare ? 1 : 0 }, acknowledged);
    }
    return bytes;
  }
}

/** The size of a message that both the server and the stream accept. Throws if the stream does not exist. */
async function maxBytesOf({ stream }: BridgeRecord, { link }: Session): Promise<number> {
  const manager = await link.manager();
  const info = await manager.streams.info(stream).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    // A user of the server that may only publish cannot ask.
    return undefined;
  });
  const ofStream = info && info.config.max_msg_size > 0 ? info.config.max_msg_size : Number.POSITIVE_INFINITY;
  return Math.min(link.connection.info?.max_payload ?? 2 ** 20, ofStream) - HEADERS;
}

/** Large events are read in small pages, because a page is in memory as a whole. */
function nextLimit(limit: number, count: number, bytes: number): number {
  const fitting = count === 0 ? PAGE.most : Math.floor((PAGE.bytes * count) / Math.max(1, bytes));
  return Math.max(1, Math.min(PAGE.most, limit * 2, fitting));
}

/** Waits for the next commit. One that happens after `listen` is not missed. */
function createBell(host: OurHost) {
  let isRung = false;
  let wake = () => {};
  const ring = () => {
    isRung = true;
    wake();
  };
  const off = host.onCommit(ring);
  return {
    ring,
    listen() {
      isRung = false;
    },
    async rings(): Promise<void> {
      if (isRung) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, MAX_SLEEP);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    stop: off,
  };
}
