import { createSharedRuns, type SharedRuns } from "@postern/core/queue";
import type { Checked } from "./check/checked.ts";
import type { Listing } from "./folder/read.ts";

/** What the operations of one gateway share: callers who check or publish one folder at the same time. */
export interface State {
  readonly checks: SharedRuns<Checked>;
  readonly copies: SharedRuns<Listing>;
}

export const createState = (): State => ({ checks: createSharedRuns(), copies: createSharedRuns() });
