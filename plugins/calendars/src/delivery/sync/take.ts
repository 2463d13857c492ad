import type { Transacting } from "@postern/core";
import { type CalendarRecord } from "../../collections.ts";
import type { Held } from "../caldav/dav.ts";

export async function takeObject(_ctx: Transacting, _calendar: CalendarRecord, _url: string, _held: Held) {
  return { created: 0, updated: 0, deleted: 0, faults: [] as string[] };
}
export async function removeObject(_ctx: Transacting, _calendar: CalendarRecord, _url: string) {
  return false;
}
