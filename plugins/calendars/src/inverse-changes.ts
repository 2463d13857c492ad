import { isGatewayError, type Reads } from "@postern/core";
import { changedEvent, type EventChanges } from "./change.ts";
import type { EventRecord } from "./collections.ts";
import type { EventAccess } from "./event.ts";
import { orphanedParts, owns } from "./parts.ts";
import { isSameTime } from "./times.ts";

type Changing = Pick<EventAccess, "event" | "series" | "calendar">;

/** The changes that restore an event after `said`. Undefined if nothing changes, or if something would not be restored. */
export async function inverseChanges(store: Reads, found: Changing, said: EventChanges): Promise<object | undefined> {
  const { event, series } = found;
  const { after, names } = changedEvent(found, said);
  const isMoved = names.includes("times");
  // An occurrence would no longer follow its series, and individual changes that are deleted stay so.
  const isKept = series
    ? names.every((name) => owns(event, name))
    : !isMoved || !(await orphanedParts(store, after))[0];
  if (names.length === 0 || !isKept) return undefined;
  const plain = names.filter((name) => name !== "times").map((name) => [name, event[name as "description"] ?? ""]);
  const changes = { ...Object.fromEntries(plain), ...(isMoved && timesBefore(event)) };
  return isRestored({ ...found, event: after }, changes, event) ? changes : undefined;
}

/** The times of an event as the input of an update. An occurrence has no rule of its own. */
const timesBefore = ({ startAt, endAt, allDay, seriesId, ...event }: EventRecord) => ({
  ...{ startAt, endAt, allDay },
  ...(event.startTimezone !== undefined && { startTimezone: event.startTimezone }),
  ...(event.endTimezone !== undefined && { endTimezone: event.endTimezone }),
  ...(seriesId === undefined && { recurrenceRule: event.recurrenceRule ?? "" }),
});

/** Whether the changes give an event its former times. Imported events may have some that an update rejects. */
function isRestored(found: Changing, changes: EventChanges, before: EventRecord): boolean {
  try {
    return isSameTime(changedEvent(found, changes).after, before);
  } catch (error) {
    if (isGatewayError(error)) return false;
    throw error;
  }
}
