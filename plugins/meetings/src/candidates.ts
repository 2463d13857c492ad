import type { Logger } from "@postern/core";
import type { Entry } from "./catalogue/entry.ts";
import { hosted } from "./catalogue/hosted.ts";
import { realtime } from "./catalogue/realtime.ts";
import { selfHosted } from "./catalogue/self-hosted.ts";
import { availabilityOf, type Credentials, missingFor } from "./readiness.ts";
import type { Candidate, Missing } from "./schemas.ts";
import type { Availability, VoiceRuntime } from "./services.ts";

/** A candidate, its source, and its missing requirements as far as they are known. */
export interface Found {
  readonly candidate: Candidate;
  readonly source: "plugin" | "catalogue";
  readonly missing: readonly Missing[];
}

export interface CandidateContext extends Credentials {
  /** Runtimes of plugins, by id. */
  readonly runtimes: ReadonlyMap<string, VoiceRuntime>;
  readonly log: Logger;
}

const CATALOGUE = [...realtime, ...hosted, ...selfHosted];
const STATES: readonly Availability[] = ["ready", "needs_credentials", "not_installed", "planned"];
const KINDS = ["realtime_api", "hosted_agent", "framework", "local_pipeline"];
/** Milliseconds. The check must be local, so a slow one makes a network call or hangs. */
const AVAILABILITY_TIMEOUT_MS = 1_000;

/** The ranking rule, in words. */
export const RULE =
  "Runtimes are ranked by availability: ready, credentials missing, not installed, planned. Among equals, runtimes " +
  "of " +
  "plugins come before the catalogue, then realtime APIs before hosted agents, frameworks and local pipelines.";

/** All candidates, best first. A plugin's runtime overrides the catalogue entry with the same id. */
export async function findCandidates(context: CandidateContext): Promise<Found[]> {
  const { runtimes: plugins } = context;
  const rest = CATALOGUE.filter(({ id }) => !plugins.has(id));
  const found = await Promise.all([
    ...[...plugins.values()].map((runtime) => fromPlugin(runtime, context)),
    ...rest.map((entry) => fromCatalogue(entry, context)),
  ]);
  const rank = ({ candidate, source }: Found) => [
    STATES.indexOf(candidate.availability),
    source === "plugin" ? 0 : 1,
    KINDS.includes(candidate.kind) ? KINDS.indexOf(candidate.kind) : KINDS.length,
  ];
  const ranked = found.map((one) => ({ one, ranks: rank(one) }));
  return ranked.sort((left, right) => compare(left.ranks, right.ranks)).map(({ one }) => one);
}

/** The ids of all candidates, without checking their availability. */
export const idsOf = (runtimes: ReadonlyMap<string, VoiceRuntime>): string[] => [
  ...new Set([...runtimes.keys(), ...CATALOGUE.map(({ id }) => id)]),
];

async function fromCatalogue({ needs, ...fields }: Entry, context: CandidateContext): Promise<Found> {
  const missing = needs ? await missingFor(needs, context) : [];
  const availability = needs ? availabilityOf(missing) : "planned";
  return { candidate: candidateOf(fields, availability), source: "catalogue", missing };
}

async function fromPlugin(runtime: VoiceRuntime, { log }: CandidateContext): Promise<Found> {
  const { id } = runtime;
  try {
    const availability = await withTimeout(async () => runtime.availability());
    if (!STATES.includes(availability)) throw new Error(`availability() returned ${JSON.stringify(availability)}`);
    return { candidate: candidateOf(runtime, availability), source: "plugin", missing: [] };
  } catch (error) {
    log.warn({ runtime: id, error: String(error) }, "Failed to determine the availability of a voice runtime");
    const { constraints, ...fields } = candidateOf(runtime, "not_installed");
    const withNote = [...constraints, "Its plugin failed to report its availability"];
    return { candidate: { ...fields, constraints: withNote }, source: "plugin", missing: [] };
  }
}

function candidateOf(runtime: Omit<VoiceRuntime, "availability">, availability: Availability): Candidate {
  const { id, label, kind, docsUrl, constraints, strengths, defaultModel, providerRuntime } = runtime;
  return {
    id,
    label,
    kind,
    availability,
    docsUrl,
    constraints: [...constraints],
    strengths: [...strengths],
    ...(defaultModel !== undefined && { defaultModel }),
    ...(providerRuntime !== undefined && { providerRuntime }),
  };
}

function compare(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((rank, index) => rank !== right[index]);
  return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
}

async function withTimeout<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`availability() did not finish within ${AVAILABILITY_TIMEOUT_MS} ms`)),
      AVAILABILITY_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
