import { kindOf } from "../collections.ts";
import { invalidField } from "../time/moment.ts";
import type { Draft } from "./read.ts";

/** An import is a single commit, of 100,000 writes by default. The rest is for time zones and emitted events. */
const MAX_WRITES = 96_000;
/** Writes of an event: its record, and its place in the indexes by title or series, time and UID. */
const EVENT_WRITES = 4;
/** Writes of an outbox entry with its place in its queue. */
const DELIVERY_WRITES = 13;

/** Maximum number of events in a text. */
export const MAX_EVENTS = MAX_WRITES / EVENT_WRITES;

/** Why a text has too many events. */
export const tooManyEvents = (count: number): string =>
  `has ${count} events; the maximum is ${MAX_EVENTS}: split it into ${Math.ceil(count / MAX_EVENTS)} texts`;

/** Throws a 400 error if new events do not fit into one commit, before any is written. */
export function assertFitting(drafts: readonly Draft[], isDelivered: boolean): void {
  let writes = 0;
  for (const draft of drafts) writes += EVENT_WRITES + extraWrites(draft) + (isDelivered ? DELIVERY_WRITES : 0);
  if (writes <= MAX_WRITES) return;
  const events = Math.floor((drafts.length * MAX_WRITES) / writes);
  const why = isDelivered ? "with their deliveries to the calendar server" : "with their series and attendees";
  throw invalidField(
    "ics",
    "maxItems",
    `has ${drafts.length} events, which need ${writes} writes ${why}; the maximum is ${MAX_WRITES}: ` +
      `import about ${events} events at a time`,
  );
}

/** An entry by the end of a series, and one for each invited agent. */
function extraWrites({ members, people }: Draft): number {
  const agents = people.filter(({ agentId }) => agentId !== undefined).length;
  return agents + (kindOf(members) === "series" ? 1 : 0);
}
