import { isGatewayError } from "@postern/core";
import { calendarOf, type Seen } from "../calendar.ts";
import { type OutboxRecord, outbox } from "../collections.ts";
import { OutboxNotFound } from "../errors.ts";
import { eventOf } from "../event.ts";

/** The entry, or 404 for whoever may not see its calendar, nor is invited to its event. */
export async function entryOf(seen: Seen, id: string): Promise<OutboxRecord> {
  const entry = await seen.store.get(outbox, id);
  if (!entry || !(await isSeen(seen, entry))) throw OutboxNotFound({ id });
  return entry;
}

/** The same for whoever may write its calendar, or 403. */
export async function ownEntryOf(seen: Seen, id: string): Promise<OutboxRecord> {
  const entry = await entryOf(seen, id);
  await calendarOf(seen, entry.calendarId, "writer");
  return entry;
}

async function isSeen(seen: Seen, { calendarId, eventId }: OutboxRecord): Promise<boolean> {
  if (await isReader(seen, calendarId)) return true;
  return passes(eventOf(seen, eventId, "reader"));
}

/** Whether a caller sees what is in a calendar. */
export const isReader = (seen: Seen, calendarId: string): Promise<boolean> =>
  passes(calendarOf(seen, calendarId, "reader"));

async function passes(look: Promise<unknown>): Promise<boolean> {
  try {
    await look;
    return true;
  } catch (error) {
    if (isGatewayError(error)) return false;
    throw error;
  }
}
