import type { OurHost } from "../host.ts";
import type { Seen } from "./seen.ts";

/** The outcome of starting or stopping the supervision of a runner. */
export interface Kept {
  /** Exit code of pm2; null if it was not used. */
  readonly pmStatus: number | null;
  /** What went wrong. */
  readonly trouble?: string;
  /** Whether the runner had to be killed because it ignored SIGTERM. */
  readonly isKilled?: boolean;
}

/** The state of a runner's supervision. */
export interface Keeping {
  readonly isKept: boolean;
  readonly pmId: number | null;
  /** The status that pm2 reports, if it is used. */
  readonly kept?: string;
  readonly pid?: number;
}

/** Starts a runner and restarts it when it dies. */
export interface Keeper {
  /** Throws a declared error if it cannot be used. */
  assertReady(config: OurHost["config"]): void;
  look(config: OurHost["config"], seen: Seen): Promise<Keeping>;
  launch(host: OurHost): Promise<Kept>;
  /** Stops the supervision, and the runner with it as far as possible. */
  end(host: OurHost, seen: Seen): Promise<Kept>;
}
