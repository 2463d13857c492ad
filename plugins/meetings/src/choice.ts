import type { Reads } from "@postern/core";
import { type Around, findCandidates } from "./candidates.ts";
import { choices, VOICE } from "./collections.ts";
import { decide } from "./decision.ts";
import type { Decision } from "./schemas.ts";

interface Surroundings {
  readonly config: { readonly connections: readonly string[] };
  readonly services: Pick<Around, "connections">;
  readonly state: Pick<Around, "runtimes">;
  readonly log: Around["log"];
}

/** What an operation sees, as far as candidates depend on it. */
export const around = ({ config, services, state, log }: Surroundings): Around => ({
  runtimes: state.runtimes,
  connections: services.connections,
  configured: config.connections,
  log,
});

/** The id of the runtime that somebody chose. */
export const chosenId = async (store: Reads): Promise<string | undefined> =>
  (await store.get(choices, VOICE))?.runtimeId;

/** Which runtime is the default, with `id` as what is chosen. */
export const decisionWith = async (ctx: Surroundings, id: string | undefined): Promise<Decision> =>
  decide(await findCandidates(around(ctx)), id);
