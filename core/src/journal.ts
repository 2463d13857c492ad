import type { Caller } from "./caller.ts";
import type { EventDefinition, GatewayEvent } from "./event.ts";
import { commitNumber, encodeKey, known, type Transaction, type Version } from "./storage/index.ts";

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
