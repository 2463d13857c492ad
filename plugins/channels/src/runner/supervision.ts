import type { OurHost } from "../host.ts";
import type { Observation } from "./observe.ts";

/** The outcome of starting or stopping the supervision of a runner. */
export interface SupervisionResult {
  /** Exit code of pm2; null if it was not used. */
  readonly pmStatus: number | null;
  /** What went wrong. */
  readonly trouble?: string;
  /** Whether the runner had to be killed because it ignored SIGTERM. */
  readonly isKilled?: boolean;
}

/** The state of a runner's supervision. */
export interface Supervision {
  readonly isSupervised: boolean;
  readonly pmId: number | null;
  /** The status that pm2 reports, if it is used. */
  readonly managerStatus?: string;
  readonly pid?: number;
}

/** Starts a runner and restarts it when it dies. */
export interface RunnerManager {
  /** Throws a declared error if it cannot be used. */
  assertReady(config: OurHost["config"]): void;
  look(config: OurHost["config"], seen: Observation): Promise<Supervision>;
  launch(host: OurHost): Promise<SupervisionResult>;
  /** Stops the supervision, and the runner with it as far as possible. */
  end(host: OurHost, seen: Observation): Promise<SupervisionResult>;
}
