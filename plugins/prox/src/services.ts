import { defineService } from "@postern/core";

/** Lets other plugins provide call profiles during setup. */
export interface CallProfiles {
  /**
   * Registers a profile of a plugin, with the fields of `prox.calls.profiles.create` except `from`. Invalid profiles
   * are reported in the diagnostics of the list. Returns a function that unregisters it.
   */
  register(plugin: string, entry: unknown): () => void;
}

export const callProfiles = defineService<CallProfiles>("prox.call-profiles");
