import { defineService } from "@postern/core";
import type { Manifest } from "./profiles/manifest.ts";

/** A profile that a plugin brings along. */
export interface TaskProfile {
  /** The plugin's name. */
  readonly plugin: string;
  readonly manifest: Manifest;
  /** The texts of the files that the manifest names. */
  readonly templates: Readonly<Record<string, string>>;
}

/** Where plugins register profiles, in their setup: below what the user and the workspace have under the same id. */
export interface TaskProfiles {
  /** Answers what takes it off again. Throws where the profile is wrong, or its id taken by another plugin's. */
  register(profile: TaskProfile): () => void;
}

export const taskProfiles = defineService<TaskProfiles>("tasks.profiles");

export type { Manifest } from "./profiles/manifest.ts";
