import type { Caller, EventHead, GatewayEvent, Journal, Reads } from "@postern/core";
import { cloudEventOf, type EventVisibility, visibleEvents } from "@postern/kit/cloudevents";

/** Part of a stream as bytes, and the cursor at its end. */
export interface Chunk {
  readonly bytes: Uint8Array | undefined;
  readonly cursor: string;
  readonly more: boolean;
}

/** What a stream requests, and its caller. */
interface FrameRequest {
  readonly caller: Caller;
  readonly accept: (event: EventHead) => boolean;
  /** Whether each frame has an `event` line with the type, so that clients can listen by name. */
  readonly isNamed: boolean;
}

/** Maximum number of events in a chunk. */
const PORTION = 200;
/** Number of chunks kept for other streams at the same cursor. */
const SHARED = 64;

const encoder = new TextEncoder();

/** One event as a frame of server-sent events. */
export const frameOf = (event: GatewayEvent, topic: string | undefined, isNamed: boolean): string =>
  `id: ${event.id}\n${isNamed ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(cloudEventOf(event, topic))}\n\n`;

/** A cursor without an event, so that a client whose filter matches few events does not resume far back. */
export const cursorFrame = (cursor: string): Uint8Array => encoder.encode(`id: ${cursor}\n\n`);
/** The start of a stream: a client that is interrupted before the first event resumes from here. */
export const opening = (cursor: string): Uint8Array => encoder.encode(`retry: 1000\nid: ${cursor}\n\n`);
export const heartbeat = encoder.encode(":\n\n");

/** Without named frames, the data carries the type `gap`. */
export const gapFrame = (gap: { after: string; first: string }, isNamed: boolean): string =>
  isNamed ? `event: gap\ndata: ${JSON.stringify(gap)}\n\n` : `data: ${JSON.stringify({ type: "gap", ...gap })}\n\n`;

/**
 * Reads the journal for many streams. Streams with the same filter and cursor share one read and its bytes, so a
 * hundred of them cost little more than one.
 */
export function createFrames(journal: Journal, sight: EventVisibility, store: Reads) {
  const shared = new Map<string, Promise<Chunk>>();

  async function make(after: string, { caller, accept, isNamed }: FrameRequest): Promise<Chunk> {
    const { events: found, cursor, more, gap } = await journal.read({ after, limit: PORTION, accept });
    const events = await visibleEvents(sight, { caller, store }, found);
    const frames = events.map((event) => frameOf(event, sight.topicOf(event.type), isNamed));
    const text = (gap ? gapFrame(gap, isNamed) : "") + frames.join("");
    return { bytes: text === "" ? undefined : encoder.encode(text), cursor, more };
  }

  return {
    /** The chunk after a cursor, shared by all streams with the same `key`. */
    next(key: string, after: string, request: FrameRequest): Promise<Chunk> {
      const name = `${after} ${key}`;
      const found = shared.get(name);
      if (found) return found;
      const chunk = make(after, request);
      shared.set(name, chunk);
      const [oldest] = shared.size > SHARED ? shared.keys() : [];
      if (oldest !== undefined) shared.delete(oldest);
      // At the end of the journal the chunk is empty, and outdated after the next commit.
      void chunk.then(
        ({ cursor }) => cursor === after && shared.delete(name),
        () => shared.delete(name),
      );
      return chunk;
    },
  };
}
