import type { Transacting } from "@postern/core";
import { type CalendarRecord, calendars } from "./collections.ts";
import { calendarUpdated } from "./events.ts";

/** Stages that the owner's other calendars are no longer the default. */
export async function moveDefault(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  { id, ownerType, ownerId }: CalendarRecord,
): Promise<void> {
  const { items } = await store.find(calendars, { by: "byDefault", prefix: [`${ownerType}:${ownerId}`] });
  for (const other of items) {
    if (other.id === id) continue;
    await store.put(calendars, { ...other, isDefault: false, updatedAt: now });
    emit(calendarUpdated, { calendarId: other.id });
  }
}
