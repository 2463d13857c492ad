import type { Caller } from "./caller.ts";
import type { EventDefinition, GatewayEvent } from "./event.ts";
import {
  commitNumber,
  decodeRecord,
  encodeKey,
  known,
  type Reader,
  rangeOf,
  type Transaction,
  type Version,
} from "./storage/index.ts";

/** An event as it is stored: its id is its place, and what follows from its type is not written down. */
interface Entry {
  type: string;
  at: number;
  actor: string;
  subject?: string;
  data: unknown;
}

const JOURNAL = "journal";

/** An event as a command stages it. */
export function stage(event: EventDefinition, data: unknown, caller: Caller, now: number): Entry {
  const subject = event.subject?.(data);
  return { type: event.type, at: now, actor: caller.contextId, ...(subject !== undefined && { subject }), data };
}
export type Staged = ReturnType<typeof stage>;

/** Writes the events into the commit that they tell of: both happen, or neither does. */
export function record(tx: Transaction, events: readonly Staged[]): void {
  for (let n = 0; n < events.length; n++) tx.put(encodeKey([JOURNAL, commitNumber, n]), events[n]);
}

/** What listeners get once the number of the commit is known. */
export function published(events: readonly Staged[], number: Version): GatewayEvent[] {
  return events.map((event, n) => eventOf(known(event, number), number, n));
}

/** Whether `id` is spelled as this journal spells ids. */
export const isEventId = (id: string): boolean => /^(0|[1-9][0-9]{0,14})\.(0|[1-9][0-9]{0,9})$/.test(id);

/**
 * The events after one id, or from the start, oldest first.
 * Numbers become visible in order, so whoever has seen this page has seen all before its last event.
 */
export async function eventsAfter(reader: Reader, after: string | undefined, limit: number): Promise<GatewayEvent[]> {
  const { start, end } = rangeOf([JOURNAL]);
  const entries = await reader.range({
    start: after === undefined ? start : `${encodeKey([JOURNAL, ...placeOf(after)])}\0`,
    end,
    limit,
  });
  return entries.map(({ key, value }) => {
    const [number, n] = key
      .slice(start.length)
      .split("!:")
      .map((part) => Number.parseInt(part, 16)) as [number, number];
    return eventOf(decodeRecord(key, value).data as Entry, number, n);
  });
}

function placeOf(id: string): [number, number] {
  const [number, n] = id.split(".").map(Number) as [number, number];
  return [number, n];
}

function eventOf({ type, at, actor, subject, data }: Entry, number: Version, n: number): GatewayEvent {
  return {
    id: `${number}.${n}`,
    type,
    time: new Date(at).toISOString(),
    source: `/${type.slice(0, type.indexOf("."))}`,
    ...(subject !== undefined && { subject }),
    actor,
    data,
  };
}
