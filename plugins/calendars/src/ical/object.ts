import type { Reads } from "@postern/core";
import ICAL from "ical.js";
import { type EventRecord, zones } from "../collections.ts";
import { definitionOf } from "./definition.ts";
import type { Component, Property } from "./jcal.ts";
import { componentOf, tzidOf, zonesOf } from "./write.ts";

const PRODUCT = "-//Postern//Calendars 1.0//EN";

/** Properties of the VCALENDAR: an iTIP METHOD and additional properties. */
export interface Frame {
  readonly method?: string;
  readonly properties?: readonly Property[];
}

/**
 * An event with its changed occurrences and the time zones in use as an iCalendar object, as stored on a server or sent
 * by e-mail. Without `root`, it contains only the occurrences.
 */
export async function objectOf(
  place: { store: Reads; calendarId: string; now: number },
  { root, parts }: { root?: EventRecord | undefined; parts: readonly EventRecord[] },
  frame: Frame = {},
  series = root,
): Promise<ICAL.Component> {
  const events = [...(root ? [root] : []), ...parts];
  const written = events.map((event) => componentOf(event, event === root ? undefined : series));
  const definitions = await definitionsOf(place, neededBy(events));
  return new ICAL.Component(calendarOf([...definitions, ...written], frame) as never);
}

/** A VCALENDAR with the given components. */
export function calendarOf(components: Component[], { method, properties = [] }: Frame = {}): Component {
  const own: Property[] = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", PRODUCT],
    ["calscale", {}, "text", "GREGORIAN"],
    ...(method === undefined ? [] : [["method", {}, "text", method] as Property]),
    ...properties,
  ];
  return ["vcalendar", own, components];
}

/** TZIDs in use, with their IANA zone and the first year they are needed for. */
export type Needed = Map<string, { zone: string; year: number }>;

export function neededBy(events: readonly EventRecord[], needed: Needed = new Map()): Needed {
  for (const event of events)
    for (const zone of zonesOf(event)) {
      const tzid = tzidOf(event, zone) ?? zone;
      const year = new Date(event.startAt).getUTCFullYear();
      const known = needed.get(tzid);
      if (!known || year < known.year) needed.set(tzid, { zone, year });
    }
  return needed;
}

/** VTIMEZONE definitions: the imported one of a TZID, otherwise one generated from this machine's time zone data. */
export async function definitionsOf(
  { store, calendarId, now }: { store: Reads; calendarId: string; now: number },
  needed: Needed,
): Promise<Component[]> {
  const definitions: Component[] = [];
  for (const [tzid, { zone, year }] of needed) {
    const kept = tzid === zone ? undefined : await store.get(zones, calendarId, tzid);
    const [name, properties, components] = (kept?.jcal as Component | undefined) ?? definitionOf(zone, year, now);
    const others = properties.filter(([own]) => own !== "tzid");
    definitions.push([name, [["tzid", {}, "text", tzid], ...others], components]);
  }
  return definitions;
}
