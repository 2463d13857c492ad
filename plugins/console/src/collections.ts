import { defineSigningSecret, defineUsedTickets } from "@postern/kit/sealing";

/** The secret that signs tickets. */
export const signings = defineSigningSecret("console.signing");

/** Tickets that have signed in, by their digests. */
export const usedTickets = defineUsedTickets("console.used-ticket");
