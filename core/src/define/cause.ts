/** What an event, a call or an entry of a queue follows from. */
export interface Cause {
  /** Id of the first event, or of the run of a schedule, in the chain. */
  readonly correlationId: string;
  /** Id of what caused it directly. */
  readonly causationId: string;
  /** How many causes the chain has, which shows loops. */
  readonly depth: number;
}

/** The cause of what is done because of an event. */
export const causedBy = ({ id, correlationId = id, depth = 0 }: { readonly id: string } & Partial<Cause>): Cause => ({
  correlationId,
  causationId: id,
  depth: depth + 1,
});
