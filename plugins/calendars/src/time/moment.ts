import { gatewayErrors } from "@postern/core";
import { Temporal } from "temporal-polyfill";
import * as fields from "../fields.ts";
import { EARLIEST, LATEST } from "./span.ts";
import { zoneNamed } from "./zone.ts";

export const DAY = 86_400_000;
const MILLISECONDS = new RegExp(`^${fields.MILLISECONDS}$`);
const INSTANT = new RegExp(`^${fields.INSTANT}$`);
const DATE = new RegExp(`^${fields.DATE}$`);

/** An input error (400) of one field. */
export const invalidField = (field: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: `/${field}`, code, message }] });

/**
 * Parses a time of an event into Unix milliseconds. A date, accepted only with `dates`, is its midnight in UTC.
 */
export function momentOf(sent: string | number, field: string, { dates = false } = {}): number {
  const text = String(sent);
  const at = MILLISECONDS.test(text)
    ? Number(text)
    : INSTANT.test(text)
      ? read(() => Temporal.Instant.from(text).epochMilliseconds)
      : dates && DATE.test(text)
        ? read(() => Temporal.PlainDate.from(text, { overflow: "reject" }).toZonedDateTime("UTC").epochMilliseconds)
        : undefined;
  if (at === undefined || Number.isNaN(at)) {
    if (!dates && isDate(text))
      throw invalidField(field, "moment", `must have a time, such as ${text}T09:00:00Z, unless allDay is true`);
    const forms = `Unix milliseconds like 1795255200000, or ISO 8601 with an offset like 2026-11-21T10:00:00+01:00${dates ? ", or a date like 2026-11-21" : ""}`;
    throw invalidField(field, "moment", `must be a valid time: ${forms}`);
  }
  if (at < EARLIEST || at > LATEST) throw invalidField(field, "range", "must be in the years 1900 to 9999");
  return at;
}

const isDate = (text: string): boolean =>
  DATE.test(text) && read(() => Temporal.PlainDate.from(text, { overflow: "reject" }).day) !== undefined;

function read<T>(from: () => T): T | undefined {
  try {
    return from();
  } catch {
    return undefined;
  }
}

/** Parses the date of an all-day event, given as a date or as its midnight in UTC. */
export function dayOf(sent: string | number, field: string): number {
  const at = momentOf(sent, field, { dates: true });
  if (((at % DAY) + DAY) % DAY === 0) return at;
  throw invalidField(field, "date", "must be a date like 2026-11-21 for an all-day event");
}

/** The canonical name of a time zone from a caller. */
export function zoneOf(name: string, field: string): string {
  const zone = zoneNamed(name);
  if (zone === undefined)
    throw invalidField(field, "zone", `must be an IANA time zone, such as Europe/Berlin; got ${name}`);
  return zone;
}

/** Parses a time window, whose end must be after its start. */
export function windowOf(said: { from?: string | number; to?: string | number }): { from?: number; to?: number } {
  const read = Object.entries(said).filter(([, text]) => text !== undefined);
  const window: { from?: number; to?: number } = Object.fromEntries(
    read.map(([name, text]) => [name, momentOf(text, name, { dates: true })]),
  );
  if (window.from !== undefined && window.to !== undefined && window.to <= window.from)
    throw invalidField("to", "order", "must be later than from");
  return window;
}
