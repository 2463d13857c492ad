import { offsetAt, zoneNamed } from "../time/zone.ts";
import { type Component, textOf } from "./jcal.ts";
import { offsetsOf } from "./observances.ts";
import { WINDOWS } from "./zone-names.ts";

/** Which IANA zone a text means by a name, given the VTIMEZONEs that come with it. Undefined where nobody knows. */
export type ZoneReader = (tzid: string) => string | undefined;

export function zoneReader(definitions: ReadonlyMap<string, Component>): ZoneReader {
  const read = new Map<string, string | undefined>();
  return (tzid) => {
    if (!read.has(tzid)) read.set(tzid, named(tzid) ?? defined(definitions.get(tzid)));
    return read.get(tzid);
  };
}

/** As IANA names it, alone or behind a vendor's prefix, or as Windows does. */
function named(tzid: string): string | undefined {
  const whole = zoneNamed(tzid) ?? WINDOWS[tzid] ?? WINDOWS[tzid.replace(/^tzone:\/\/Microsoft\//, "")];
  if (whole !== undefined) return whole;
  const parts = tzid.split("/");
  for (const count of [3, 2, 1]) {
    const zone = parts.length > count ? zoneNamed(parts.slice(-count).join("/")) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** The zone that a VTIMEZONE names, or one whose clocks go as it says. */
function defined(definition: Component | undefined): string | undefined {
  if (!definition) return undefined;
  const location = textOf(definition, "x-lic-location");
  const told = location === undefined ? undefined : named(location);
  return told ?? alike(definition);
}

/** Noons of two years, against which the clocks of zones are compared: all rules that zones have now show in them. */
const NOONS = Array.from({ length: 24 }, (_, month) => Date.UTC(2026, month, 20, 12));

function alike(definition: Component): string | undefined {
  const offsets = offsetsOf(definition, NOONS);
  if (!offsets) return undefined;
  return [...new Set(Object.values(WINDOWS))].find((candidate) =>
    NOONS.every((noon, at) => offsetAt(candidate, noon - (offsets[at] as number)) === offsets[at]),
  );
}
