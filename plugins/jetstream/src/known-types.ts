import { type Caller, type Manifest, suggest } from "@postern/core";
import { typeMatcher } from "@postern/core/cloudevents";
import { TypeNotFound } from "./errors.ts";
import { matcherOf } from "./rights.ts";

/** Throws if a glob matches no event type of this gateway: it is probably misspelled, and would never publish. */
export function assertKnown({ events }: Manifest, globs: readonly string[]): void {
  const types = events.map(({ type }) => type);
  for (const glob of globs) {
    if (types.some(typeMatcher(glob))) continue;
    const [nearest] = suggest(glob, types);
    throw TypeNotFound({ eventType: glob, ...(nearest !== undefined && { nearest }) });
  }
}

/** The event types of this gateway that match one of the globs and that the caller may read. */
export function readableTypes(caller: Caller, { events }: Manifest, globs: readonly string[]): string[] {
  const isWanted = matcherOf(globs);
  return events.filter(({ type, scope }) => isWanted(type) && caller.allows(scope)).map(({ type }) => type);
}
