import type { Caller, Cause, Transacting } from "@postern/core";
import { type Static, Type } from "@sinclair/typebox";

/** The cause of an entry. Without ids it is the command in whose commit the entry was added, known by its number. */
export const StoredCause = Type.Object({
  correlationId: Type.Optional(Type.String()),
  causationId: Type.Optional(Type.String()),
  number: Type.Optional(Type.Integer()),
  depth: Type.Integer(),
  traceparent: Type.Optional(Type.String()),
});
type StoredCause = Static<typeof StoredCause>;

/** What an entry follows from: what is given, otherwise the command that adds it, or the cause of its transaction. */
export function causeToStore(
  ctx: Pick<Transacting, "number"> & Partial<Pick<Transacting, "cause">> & { readonly caller?: Caller },
  given: Cause | undefined,
): StoredCause | undefined {
  const { caller, cause, number } = ctx;
  if (given || !caller) return given ?? cause;
  const { correlationId, depth = 0, traceparent } = cause ?? {};
  return {
    ...(correlationId !== undefined && { correlationId }),
    number,
    depth: depth + 1,
    ...(traceparent !== undefined && { traceparent }),
  };
}

export function causeIn(stored: StoredCause | undefined): Cause | undefined {
  if (!stored) return undefined;
  const { number, ...known } = stored;
  // A cause that was given is complete, or has only a trace.
  if (number === undefined) return known;
  const event = `${number}.0`;
  return { correlationId: event, causationId: event, ...known };
}
