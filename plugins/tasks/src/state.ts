import { createSharedRuns, type SharedRuns } from "@postern/core/queue";
import type { Folder } from "./profiles/folder.ts";
import type { Outcome } from "./profiles/validate.ts";

export interface State {
  /** Profiles that other plugins have registered, by id. */
  readonly profiles: Map<string, Folder>;
  /** A validation reads thousands of files, so callers who ask the same at the same time share it. */
  readonly validations: SharedRuns<Outcome>;
}

export const createState = (): State => ({ profiles: new Map(), validations: createSharedRuns() });
