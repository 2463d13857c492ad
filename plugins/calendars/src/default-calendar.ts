import type { Reads, Transacting } from "@postern/core";
import { type CalendarRecord, calendars } from "./collections.ts";
import { calendarUpdated } from "./events.ts";

type Owned = Pick<CalendarRecord, "id" | "ownerType" | "ownerId">;

/** The owner's other calendars that are the default, of which there is at most one unless gateways are linked. */
export async function otherDefaults(store: Reads, { id, ownerType, ownerId }: Owned): Promise<CalendarRecord[]> {
  const { items } = await store.find(calendars, { by: "byDefault", prefix: [`${ownerType}:${ownerId}`] });
  return items.filter((other) => other.id !== id);
}

/** Stages that the owner's other calendars are no longer the default. */
export async function moveDefault(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  calendar: CalendarRecord,
): Promise<void> {
  for (const other of await otherDefaults(store, calendar)) {
    await store.put(calendars, { ...other, isDefault: false, updatedAt: now });
    emit(calendarUpdated, { calendarId: other.id });
  }
}
