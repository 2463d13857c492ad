import { isGatewayError } from "@postern/core";
import { calendarOf, type Viewer } from "../calendar.ts";
import { type OutboxRecord, outbox } from "../collections.ts";
import { OutboxNotFound } from "../errors.ts";
import { eventOf } from "../event.ts";

/** The entry, or 404 if the caller may neither see its calendar nor is invited to its event. */
export async function entryOf(seen: Viewer, id: string): Promise<OutboxRecord> {
  const entry = await seen.store.get(outbox, id);
  if (!entry || !(await isSeen(seen, entry))) throw OutboxNotFound({ id });
  return entry;
}

/** The entry, or 403 if the caller is not a writer of its calendar. */
export async function writableEntryOf(seen: Viewer, id: string): Promise<OutboxRecord> {
  const entry = await entryOf(seen, id);
  await calendarOf(seen, entry.calendarId, "writer");
  return entry;
}

async function isSeen(seen: Viewer, { calendarId, eventId }: OutboxRecord): Promise<boolean> {
  if (await isReader(seen, calendarId)) return true;
  return succeeds(eventOf(seen, eventId, "reader"));
}

/** Whether a caller can read the events of a calendar. */
export const isReader = (seen: Viewer, calendarId: string): Promise<boolean> =>
  succeeds(calendarOf(seen, calendarId, "reader"));

async function succeeds(look: Promise<unknown>): Promise<boolean> {
  try {
    await look;
    return true;
  } catch (error) {
    if (isGatewayError(error)) return false;
    throw error;
  }
}
