import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import ICAL from "ical.js";
import { objectOf } from "../../ical/object.ts";
import type { DeliveryContext } from "../context.ts";
import type { StoredObject } from "./dav.ts";
import { addOrganizer, addressesOf, addressIn, masterOf, openObject } from "./object.ts";
import { instantOf, type ZoneDefault } from "./times.ts";

/** Properties that this gateway writes. All others, and the UID, keep the server's values. */
const OWN_PROPERTIES =
  "sequence dtstamp last-modified dtstart dtend duration summary description location status transp class rrule rdate exdate".split(
    " ",
  );
/** Time stamps are not part of the content. */
const STAMPS = new Set(["dtstamp", "last-modified", "created"]);

/**
 * Returns a function that updates the server's object of an event to the local state. `organizer` is the e-mail address
 * that invites the attendees.
 */
export async function eventChange(store: Reads, story: DeliveryContext, now: number, organizer?: string) {
  const { root, parts, calendar, entry } = story;
  const ours = await objectOf({ store, calendarId: calendar.id, now }, { root, parts });
  if (organizer !== undefined) addOrganizer(ours, organizer);
  const place = { zone: root.startTimezone ?? calendar.timezone };
  return async (held: StoredObject | undefined): Promise<{ text: string; isChanged: boolean }> => {
    // An event that does not exist on the server need not be cancelled there.
    if (!held) return { text: `${ours.toString()}\r\n`, isChanged: entry.operation !== "cancel" };
    const before = contentOf(openObject(held.text));
    await turn();
    const after = openObject(held.text);
    await turn();
    merge(after, ours, place, held.etag !== undefined && held.etag === root.etag);
    await turn();
    if (before === contentOf(after)) return { text: held.text, isChanged: false };
    return { text: `${after.toString()}\r\n`, isChanged: true };
  };
}

/**
 * `isKnown` means that the server's object has not changed since it was last read, so occurrences missing here were
 * removed on purpose.
 */
function merge(theirs: ICAL.Component, ours: ICAL.Component, place: ZoneDefault, isKnown: boolean): void {
  const met = new Set<ICAL.Component>();
  const parts = partsOf(theirs, place);
  for (const own of ours.getAllSubcomponents("vevent")) {
    const id = own.getFirstProperty("recurrence-id");
    const other = id ? parts.get(instantOf(id, place)) : masterOf(theirs);
    const target = other ?? added(theirs, own);
    met.add(target);
    if (other) copyProperties(other, own);
  }
  if (isKnown)
    for (const event of theirs.getAllSubcomponents("vevent")) if (!met.has(event)) theirs.removeSubcomponent(event);
  for (const zone of ours.getAllSubcomponents("vtimezone"))
    if (!hasZone(theirs, String(zone.getFirstPropertyValue("tzid")))) added(theirs, zone);
}

/** The overrides of an object by original start time. */
function partsOf(object: ICAL.Component, place: ZoneDefault): Map<number, ICAL.Component> {
  const parts = new Map<number, ICAL.Component>();
  for (const event of object.getAllSubcomponents("vevent")) {
    const id = event.getFirstProperty("recurrence-id");
    const instant = id === null ? undefined : instantOf(id, place);
    if (instant !== undefined && !parts.has(instant)) parts.set(instant, event);
  }
  return parts;
}

const hasZone = (object: ICAL.Component, tzid: string): boolean =>
  object.getAllSubcomponents("vtimezone").some((zone) => zone.getFirstPropertyValue("tzid") === tzid);

function added(object: ICAL.Component, component: ICAL.Component): ICAL.Component {
  const copy = new ICAL.Component(structuredClone(component.toJSON()) as never);
  object.addSubcomponent(copy);
  return copy;
}

const copyOf = (property: ICAL.Property) => new ICAL.Property(structuredClone(property.toJSON()) as never);

function copyProperties(theirs: ICAL.Component, ours: ICAL.Component): void {
  for (const name of OWN_PROPERTIES) {
    theirs.removeAllProperties(name);
    for (const property of ours.getAllProperties(name)) theirs.addProperty(copyOf(property));
  }
  if (!theirs.hasProperty("organizer"))
    for (const property of ours.getAllProperties("organizer")) theirs.addProperty(copyOf(property));
  mergeAttendees(theirs, ours);
}

/** Updates the list of attendees but not their responses, which are delivered by entries of their own. */
function mergeAttendees(theirs: ICAL.Component, ours: ICAL.Component): void {
  const invited = ours.getAllProperties("attendee");
  const known = new Set(invited.flatMap(addressesOf));
  for (const property of theirs.getAllProperties("attendee"))
    if (!known.has(addressIn(property.getFirstValue()))) theirs.removeProperty(property);
  const there = new Set(theirs.getAllProperties("attendee").flatMap(addressesOf));
  for (const property of invited)
    if (!there.has(addressIn(property.getFirstValue()))) theirs.addProperty(copyOf(property));
}

/** The content of an object, independent of the order of its properties. */
function contentOf(object: ICAL.Component): string {
  const events = object.getAllSubcomponents("vevent").map((event) => {
    const said = event.getAllProperties().filter(({ name }) => !STAMPS.has(name));
    return said.map((property) => property.toICALString()).sort();
  });
  return JSON.stringify(events.map((event) => event.join("\n")).sort());
}
