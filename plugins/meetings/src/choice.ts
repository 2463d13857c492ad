import type { Reads } from "@postern/core";
import { type CandidateContext, findCandidates } from "./candidates.ts";
import { choices, VOICE } from "./collections.ts";
import { decide } from "./decision.ts";
import type { Decision } from "./schemas.ts";

interface OperationContext {
  readonly config: { readonly connections: readonly string[] };
  readonly services: Pick<CandidateContext, "connections">;
  readonly state: Pick<CandidateContext, "runtimes">;
  readonly log: CandidateContext["log"];
}

/** The parts of an operation's context that the candidates depend on. */
export const candidateContext = ({ config, services, state, log }: OperationContext): CandidateContext => ({
  runtimes: state.runtimes,
  connections: services.connections,
  configured: config.connections,
  log,
});

/** The id of the configured default, if any. */
export const chosenId = async (store: Reads): Promise<string | undefined> =>
  (await store.get(choices, VOICE))?.runtimeId;

/** The decision if `id` is the chosen runtime. */
export const decisionWith = async (ctx: OperationContext, id: string | undefined): Promise<Decision> =>
  decide(await findCandidates(candidateContext(ctx)), id);
