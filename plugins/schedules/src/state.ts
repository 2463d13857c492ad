import type { PluginContext } from "@postern/core";
import { type BeginRun, createBeginRun } from "./runs/begin.ts";

/** What the operations and workers of one gateway share. */
export interface State {
  readonly beginRun: BeginRun;
  /** The runs that this process performs, by id, to abort those that are canceled. */
  readonly running: Map<string, AbortController>;
}

export const createState = (host: Pick<PluginContext, "transact">): State => ({
  beginRun: createBeginRun(host),
  running: new Map(),
});
