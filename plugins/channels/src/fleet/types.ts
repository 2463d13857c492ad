import type { AdapterState, Outbound } from "../schemas.ts";

/** All adapters of a runner at work. */
export interface Fleet {
  /** How each stands now, and how what goes out stands: the members `adapters` and `outbound` of the runner's status. */
  snapshot(): Promise<{ readonly adapters: readonly AdapterState[]; readonly outbound: Outbound }>;
  /** Ends the links in good order; what is being sent is finished or put down. */
  stop(): Promise<void>;
}
