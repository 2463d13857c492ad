import { type Manifest, suggest } from "@postern/core";
import { typeMatcher } from "@postern/core/cloudevents";
import { TypeNotFound } from "./errors.ts";

/** Whether rules see events of a type: those about runs must not cause runs. */
export const isWatched = (type: string): boolean => !type.startsWith("rules.run.") && !type.startsWith("rules.runs.");

/** Throws if a glob matches no event type of this gateway: it is probably misspelled, and would never match. */
export function assertKnown({ events }: Manifest, globs: readonly string[]): void {
  const types = events.map(({ type }) => type).filter(isWatched);
  for (const glob of globs) {
    if (types.some(typeMatcher(glob))) continue;
    const [nearest] = suggest(glob, [...new Set([...types, ...types.flatMap(globsOf)])]);
    throw TypeNotFound({ eventType: glob, ...(nearest !== undefined && { nearest }) });
  }
}

/** The globs of a type that end with `*` or `**`. */
function globsOf(type: string): string[] {
  const parts = type.split(".");
  return parts.slice(1).flatMap((_, at) => {
    const start = parts.slice(0, at + 1).join(".");
    return [`${start}.**`, `${start}.*`];
  });
}
