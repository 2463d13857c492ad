import { defineService } from "@postern/core";
import type { Manifest } from "./profiles/manifest.ts";

/** A profile provided by a plugin. */
export interface TaskProfile {
  /** Name of the plugin. */
  readonly plugin: string;
  readonly manifest: Manifest;
  /** Contents of the template files named in the manifest, by file name. */
  readonly templates: Readonly<Record<string, string>>;
}

/**
 * Registers profiles of plugins during setup. Profiles of the user or the workspace with the same id take precedence.
 */
export interface TaskProfiles {
  /** Returns a function that unregisters the profile. Throws if it is invalid or its id is already registered. */
  register(profile: TaskProfile): () => void;
}

export const taskProfiles = defineService<TaskProfiles>("tasks.profiles");

export type { Manifest } from "./profiles/manifest.ts";
