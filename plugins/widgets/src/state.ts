import { createSharedRuns, type SharedRuns } from "@postern/core/queue";
import type { CheckResult } from "./check/result.ts";
import type { Listing } from "./folder/read.ts";

/** State that the operations of a gateway share, so that concurrent checks or publishes of a folder are done once. */
export interface State {
  readonly checks: SharedRuns<CheckResult>;
  readonly copies: SharedRuns<Listing>;
}

export const createState = (): State => ({ checks: createSharedRuns(), copies: createSharedRuns() });
