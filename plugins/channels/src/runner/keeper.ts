import type { OurHost } from "../host.ts";
import type { Seen } from "./seen.ts";

/** What came of asking for a runner to be kept up, or no longer. */
export interface Kept {
  /** What pm2 ended with; null where it was not asked. */
  readonly pmStatus: number | null;
  /** What did not go as it should. */
  readonly trouble?: string;
  /** Whether the runner did not heed SIGTERM. */
  readonly isKilled?: boolean;
}

/** How the runner stands with what keeps it up. */
export interface Keeping {
  readonly isKept: boolean;
  readonly pmId: number | null;
  /** pm2's word, where that is asked. */
  readonly kept?: string;
  readonly pid?: number;
}

/** What starts a runner, and starts it again when it dies. */
export interface Keeper {
  /** Throws a declared error where it cannot. */
  assertReady(config: OurHost["config"]): void;
  look(config: OurHost["config"], seen: Seen): Promise<Keeping>;
  launch(host: OurHost): Promise<Kept>;
  /** Ends what keeps it up, and with it the runner, as far as it can. */
  end(host: OurHost, seen: Seen): Promise<Kept>;
}
