import type { Caller } from "../define/caller.ts";
import type { Cause } from "../define/cause.ts";
import type { EventDefinition, GatewayEvent } from "../define/event.ts";
import { commandExecuted } from "../define/journal.ts";
import { commitNumber, encodeKey, known, rangeOf, type Transaction, type Version } from "../storage/index.ts";
import type { Place } from "./cursor.ts";

/** An event as a command stages it. What all events of a commit share is stored once. */
export interface Staged {
  readonly type: string;
  readonly subject?: string;
  readonly data: unknown;
  /** Its actor and its cause, if they differ from those of the commit. */
  readonly by?: string;
  readonly cause?: Cause;
}

/** The command of a commit, which is also reported as the first event of the commit. */
export interface Run {
  readonly operation: string;
  readonly request?: string;
  /** `done` or the code of its error. */
  readonly outcome: string;
  /** Digest of the input without its secrets. */
  readonly digest: string;
}

/** The journal entry of one commit, split into portions if it has many events. */
export interface Entry {
  readonly at: number;
  readonly by: string;
  readonly cause?: Cause;
  readonly run?: Run;
  readonly events: readonly Staged[];
}

/** Maximum number of events per record of the journal. Place 0 is the command itself. */
const PORTION = 64;
const JOURNAL = "journal";

export const journalRange = rangeOf([JOURNAL]);
const first = encodeKey([JOURNAL, commitNumber, 0]);

/** The key of the record that contains this place. */
export const keyAt = (number: Version, place: number): string => encodeKey([JOURNAL, number, portionOf(place)]);
const portionOf = (place: number): number => (place === 0 ? 0 : Math.floor((place - 1) / PORTION));

const KEY = /!:([0-9a-f]{14})!:([0-9a-f]{14})$/;

/** Adds an event to a commit. Throws after the call has ended, since no commit would contain it. */
export function stage(events: Staged[], event: EventDefinition, data: unknown, tx: Transaction, cause?: Cause): void {
  if (Object.isFrozen(events))
    throw new Error(`${event.type} was emitted after the call had ended: it is not committed`);
  tx.onPut?.(event, data);
  const subject = event.subject?.(data);
  const staged = subject === undefined ? { type: event.type, data } : { type: event.type, subject, data };
  events.push(cause === undefined ? staged : { ...staged, cause });
}

/** The journal entry of a commit. Nothing more can be staged in it. */
export function entryOf(events: readonly Staged[], caller: Caller, at: number, run?: Run, cause?: Cause): Entry {
  const { contextId: by } = caller;
  Object.freeze(events);
  if (cause) return { at, by, cause, ...(run && { run }), events };
  return run ? { at, by, run, events } : { at, by, events };
}

/** Writes the entry into its own commit, so that both are atomic. */
export function record(tx: Transaction, entry: Entry): void {
  const { run, events, ...head } = entry;
  if (events.length <= PORTION) return void tx.put(first, entry);
  for (let from = 0; from < events.length; from += PORTION) {
    const part = { ...head, ...(from === 0 && run && { run }), events: events.slice(from, from + PORTION) };
    tx.put(encodeKey([JOURNAL, commitNumber, from / PORTION]), part);
  }
}

/** An event of the journal before it is built: enough to decide whether it is wanted. */
export type Kept = Place & Pick<Entry, "at" | "by" | "cause"> & Omit<Staged, "by">;

/** The events of one commit, when its number is known. */
export const published = (entry: Entry, number: Version): GatewayEvent[] =>
  eventsIn(known(entry, number), number, 0).map(eventOf);

/** The events in a record of the journal, by its encoded key. */
export function keptIn(key: string, entry: Entry): Kept[] {
  const [, number = "", portion = ""] = KEY.exec(key) ?? [];
  return eventsIn(entry, Number.parseInt(number, 16), Number.parseInt(portion, 16) * PORTION);
}

function eventsIn({ run, events, ...head }: Entry, number: Version, before: number): Kept[] {
  const kept = events.map((event, n) => ({ number, place: before + n + 1, ...head, ...event }));
  return run ? [{ number, place: 0, ...head, ...executed(run) }, ...kept] : kept;
}

/** The event of a command. */
export function executed({ operation, request, outcome, digest }: Run): Staged {
  const data = { operation, ...(request !== undefined && { requestId: request }), outcome, digest };
  return { type: commandExecuted.type, subject: operation, data };
}

/** The event in its public form. */
export function eventOf({ number, place, at, by, type, subject, data, cause }: Kept): GatewayEvent {
  return {
    id: `${number}.${place}`,
    type,
    time: new Date(at).toISOString(),
    source: `/${type.slice(0, type.indexOf("."))}`,
    ...(subject !== undefined && { subject }),
    actor: by,
    ...cause,
    data,
  };
}
