import { defineService } from "@postern/core";

/** How other plugins offer call profiles, in their setup. */
export interface CallProfiles {
  /**
   * Offers a profile in the name of a plugin: the fields that `prox.calls.profiles.create` takes, without `from`. One that
   * is broken is told in the diagnostics of the list and harms no other. Answers what takes it off again.
   */
  register(plugin: string, entry: unknown): () => void;
}

export const callProfiles = defineService<CallProfiles>("prox.call-profiles");
