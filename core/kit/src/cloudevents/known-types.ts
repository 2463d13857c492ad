import { type Caller, defineError, type Manifest, suggest } from "@postern/core";
import { Type } from "@sinclair/typebox";
import { anyTypeMatcher, typeMatcher } from "./type-glob.ts";

/** The error `<group>.type_not_found`, for operations that have the option `allowUnknown`. */
export const defineTypeNotFound = <const Group extends string>(group: Group) =>
  defineError(`${group}.type_not_found`, {
    status: 404,
    data: Type.Object({ eventType: Type.String(), nearest: Type.Optional(Type.String()) }),
    message: ({ eventType, nearest }) =>
      `No event type matches "${eventType}".${nearest ? ` Did you mean "${nearest}"?` : ""} List event types with "postern events types", or accept it with --allow-unknown for a plugin that is not enabled yet.`,
    fix: () => "postern events types",
  });
/** The error for an event type that no plugin declares. */
export type TypeNotFound = ReturnType<typeof defineTypeNotFound>;

type Declared = Pick<Manifest, "events">;

/** Throws `NotFound` if a glob matches none of the event types: it is probably misspelled, and would never match. */
export function assertKnownTypes({ events }: Declared, globs: readonly string[], NotFound: TypeNotFound): void {
  const types = events.map(({ type }) => type);
  for (const glob of globs) {
    if (types.some(typeMatcher(glob))) continue;
    const [nearest] = suggest(glob, [...new Set([...types, ...types.flatMap(globsOf)])]);
    throw NotFound({ eventType: glob, ...(nearest !== undefined && { nearest }) });
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

/** The event types of a gateway that match one of the globs and that the caller may read in full. */
export function readableTypes(caller: Caller, { events }: Declared, globs: readonly string[]): string[] {
  const isWanted = anyTypeMatcher(globs);
  return events.filter(({ type, scope }) => isWanted(type) && caller.allows(scope)).map(({ type }) => type);
}
