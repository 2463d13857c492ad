import type { Caller, EventHead, GatewayEvent, Glance, Journal } from "@postern/core";
import { cloudEventOf, type Sight, shownOf } from "@postern/core/cloudevents";

/** Part of a stream as bytes, and where it ends. */
export interface Chunk {
  readonly bytes: Uint8Array | undefined;
  readonly cursor: string;
  readonly more: boolean;
}

/** Events that one chunk holds at most. */
const PORTION = 200;
/** Chunks that are kept for others who stand at the same place. */
const SHARED = 64;

const encoder = new TextEncoder();

/** One event of a stream of server-sent events. */
export const frameOf = (event: GatewayEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(cloudEventOf(event))}\n\n`;

/** Nothing but a place: so that a client which wants few events does not begin far back when it comes again. */
export const placeFrame = (cursor: string): Uint8Array => encoder.encode(`id: ${cursor}\n\n`);
export const opening = encoder.encode("retry: 1000\n\n");
export const heartbeat = encoder.encode(":\n\n");

export const gapFrame = (gap: { after: string; first: string }): string =>
  `event: gap\ndata: ${JSON.stringify(gap)}\n\n`;

/**
 * Reads the journal for many streams. Clients that want the same and stand at the same place share one read and its
 * bytes: a hundred of them cost little more than one.
 */
export function createFrames(journal: Journal, sight: Sight, store: Glance) {
  const shared = new Map<string, Promise<Chunk>>();

  async function make(after: string, caller: Caller, accept: (event: EventHead) => boolean): Promise<Chunk> {
    const { events: found, cursor, more, gap } = await journal.read({ after, limit: PORTION, accept });
    const events = await shownOf(sight, { caller, store }, found);
    const text = (gap ? gapFrame(gap) : "") + events.map(frameOf).join("");
    return { bytes: text === "" ? undefined : encoder.encode(text), cursor, more };
  }

  return {
    /** What follows a place for all who share `key`. */
    next(key: string, after: string, caller: Caller, accept: (event: EventHead) => boolean): Promise<Chunk> {
      const name = `${after} ${key}`;
      const found = shared.get(name);
      if (found) return found;
      const chunk = make(after, caller, accept);
      shared.set(name, chunk);
      const [oldest] = shared.size > SHARED ? shared.keys() : [];
      if (oldest !== undefined) shared.delete(oldest);
      // The end of the journal is there only until something happens.
      void chunk.then(
        ({ cursor }) => cursor === after && shared.delete(name),
        () => shared.delete(name),
      );
      return chunk;
    },
  };
}
