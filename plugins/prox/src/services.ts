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

/** What whoever keeps credentials provides under this id, so that profiles can be checked against it. */
export interface ConnectionDirectory {
  /** The connection of this name, of this provider where one is named. Looked up in the store, never over the network. */
  find(wanted: { connection: string; provider?: string }): Promise<ConnectionRef | undefined>;
}

export const connectionDirectory = defineService<ConnectionDirectory>("credentials.connections");
