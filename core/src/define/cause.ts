/** The cause of an event, a call or an entry of a queue. A caller may know only its trace. */
export interface Cause {
  /** Id of the first event, or of the run of a schedule, in the chain. */
  readonly correlationId?: string;
  /** Id of what caused it directly. */
  readonly causationId?: string;
  /** How many causes the chain has, which shows loops. */
  readonly depth: number;
  /** Its trace and the span that it follows from, as in the W3C header of this name. */
  readonly traceparent?: string;
}

/** The cause of the effects of an event. */
export const causedBy = ({ id, correlationId = id, depth = 0, traceparent }: { id: string } & Partial<Cause>) => ({
  correlationId,
  causationId: id,
  depth: depth + 1,
  ...(traceparent !== undefined && { traceparent }),
});

/** Version 00, the only one so far. Ids of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The cause of a call by its W3C `traceparent`. Undefined if that is absent or invalid, as if none had been sent. */
export const causeOfTrace = (traceparent: unknown): Cause | undefined =>
  typeof traceparent === "string" && TRACEPARENT.test(traceparent) ? { depth: 0, traceparent } : undefined;
