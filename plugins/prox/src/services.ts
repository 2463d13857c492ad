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

/** A connection as it is told to other groups; never its secret. */
export interface ConnectionRef {
  readonly provider: string;
  readonly connection: string;
  readonly status: "active" | "disabled";
}

/** What whoever keeps credentials provides under this id. */
export interface ConnectionDirectory {
  /** A connection that fits all that is named, an active one where there are several. Never asks over the network. */
  find(wanted: { connection?: string; provider?: string }): Promise<ConnectionRef | undefined>;
}

export const connectionDirectory = defineService<ConnectionDirectory>("credentials.connections");
