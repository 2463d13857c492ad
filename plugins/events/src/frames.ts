import type { Caller, EventHead, GatewayEvent, Journal, Reads } from "@postern/core";
import { cloudEventOf, type Sight, shownOf } from "@postern/core/cloudevents";

/** Part of a stream as bytes, and where it ends. */
export interface Chunk {
  readonly bytes: Uint8Array | undefined;
  readonly cursor: string;
  readonly more: boolean;
}

/** What a stream is asked for, and by whom. */
interface Asking {
  readonly caller: Caller;
  readonly accept: (event: EventHead) => boolean;
  /** Whether a frame says the type of its event, for which a client listens by name. */
  readonly isNamed: boolean;
}

/** Events that one chunk holds at most. */
const PORTION = 200;
/** Chunks that are kept for others who stand at the same place. */
const SHARED = 64;

const encoder = new TextEncoder();

/** One event of a stream of server-sent events. */
export const frameOf = (event: GatewayEvent, topic: string | undefined, isNamed: boolean): string =>
  `id: ${event.id}\n${isNamed ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(cloudEventOf(event, topic))}\n\n`;

/** Nothing but a place: so that a client which wants few events does not begin far back when it comes again. */
export const placeFrame = (cursor: string): Uint8Array => encoder.encode(`id: ${cursor}\n\n`);
export const opening = encoder.encode("retry: 1000\n\n");
export const heartbeat = encoder.encode(":\n\n");

/** Where frames have no names, what it is stands in its data. */
export const gapFrame = (gap: { after: string; first: string }, isNamed: boolean): string =>
  isNamed ? `event: gap\ndata: ${JSON.stringify(gap)}\n\n` : `data: ${JSON.stringify({ type: "gap", ...gap })}\n\n`;

/**
 * Reads the journal for many streams. Clients that want the same and stand at the same place share one read and its
 * bytes: a hundred of them cost little more than one.
 */
export function createFrames(journal: Journal, sight: Sight, store: Reads) {
  const shared = new Map<string, Promise<Chunk>>();

  async function make(after: string, { caller, accept, isNamed }: Asking): Promise<Chunk> {
    const { events: found, cursor, more, gap } = await journal.read({ after, limit: PORTION, accept });
    const events = await shownOf(sight, { caller, store }, found);
    const frames = events.map((event) => frameOf(event, sight.topicOf(event.type), isNamed));
    const text = (gap ? gapFrame(gap, isNamed) : "") + frames.join("");
    return { bytes: text === "" ? undefined : encoder.encode(text), cursor, more };
  }

  return {
    /** What follows a place for all who share `key`. */
    next(key: string, after: string, asking: Asking): Promise<Chunk> {
      const name = `${after} ${key}`;
      const found = shared.get(name);
      if (found) return found;
      const chunk = make(after, asking);
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
