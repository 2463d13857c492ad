import { oneUseTickets } from "@postern/kit/sealing";
import { signings, usedTickets } from "./collections.ts";
import type { Filter } from "./filter.ts";

/** Tickets for one event stream each. */
export const tickets = oneUseTickets<{ readonly contextId: string; readonly filter: Filter }>({
  signings,
  usedTickets,
  lifetime: 30_000,
});
