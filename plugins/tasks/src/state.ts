import { createSharedRuns, type SharedRuns } from "@postern/core/queue";
import type { Folder } from "./profiles/folder.ts";
import type { Outcome } from "./profiles/validate.ts";

export interface State {
  /** Profiles registered by other plugins, by id. */
  readonly profiles: Map<string, Folder>;
  /** A validation can read thousands of files, so concurrent identical calls share one run. */
  readonly validations: SharedRuns<Outcome>;
}

export const createState = (): State => ({ profiles: new Map(), validations: createSharedRuns() });
