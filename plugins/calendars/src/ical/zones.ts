import { offsetAt, zoneNamed } from "../time/zone.ts";
import { type Component, textOf } from "./jcal.ts";
import { offsetsOf } from "./observances.ts";
import { WINDOWS } from "./zone-names.ts";

/** Resolves a TZID of a text to an IANA zone, given its VTIMEZONE definitions; undefined if unknown. */
export type ZoneReader = (tzid: string) => string | undefined;

export function zoneReader(definitions: ReadonlyMap<string, Component>): ZoneReader {
  const read = new Map<string, string | undefined>();
  return (tzid) => {
    if (!read.has(tzid)) read.set(tzid, zoneByName(tzid) ?? zoneByDefinition(definitions.get(tzid)));
    return read.get(tzid);
  };
}

/** Resolves an IANA name, with or without a vendor's prefix, or a Windows name. */
function zoneByName(tzid: string): string | undefined {
  const whole = zoneNamed(tzid) ?? WINDOWS[tzid] ?? WINDOWS[tzid.replace(/^tzone:\/\/Microsoft\//, "")];
  if (whole !== undefined) return whole;
  const parts = tzid.split("/");
  for (const count of [3, 2, 1]) {
    const zone = parts.length > count ? zoneNamed(parts.slice(-count).join("/")) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** The zone named in a VTIMEZONE, or one with the same offsets. */
function zoneByDefinition(definition: Component | undefined): string | undefined {
  if (!definition) return undefined;
  const location = textOf(definition, "x-lic-location");
  const located = location === undefined ? undefined : zoneByName(location);
  return located ?? zoneByOffsets(definition);
}

/** Sample times in two years at which the offsets of zones are compared; they cover the rules of all current zones. */
const NOONS = Array.from({ length: 24 }, (_, month) => Date.UTC(2026, month, 20, 12));

function zoneByOffsets(definition: Component): string | undefined {
  const offsets = offsetsOf(definition, NOONS);
  if (!offsets) return undefined;
  return [...new Set(Object.values(WINDOWS))].find((candidate) =>
    NOONS.every((noon, at) => offsetAt(candidate, noon - (offsets[at] as number)) === offsets[at]),
  );
}
