import { defineCollection, T } from "@postern/core";
import { defineSigningSecret, defineUsedTickets } from "@postern/kit/sealing";

/** Where the events of a chain are in the journal: one record for each event that follows from something. */
export const links = defineCollection("events.link", {
  schema: T.Object({
    /** The number of the commit in which the chain begins, as 14 hex digits, or the id of a run. */
    root: T.String(),
    number: T.Integer(),
    place: T.Integer(),
    /** Unix milliseconds. */
    at: T.Number(),
  }),
  key: ({ root, number, place }) => [root, number, place],
  indexes: { byAge: ({ at }) => [at] },
});

/** The secret that signs tickets. */
export const signings = defineSigningSecret("events.signing");

/** Tickets that have opened a stream. */
export const usedTickets = defineUsedTickets("events.used-ticket");
