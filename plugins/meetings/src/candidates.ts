import type { Logger } from "@postern/core";
import type { Entry } from "./catalogue/entry.ts";
import { hosted } from "./catalogue/hosted.ts";
import { own } from "./catalogue/own.ts";
import { realtime } from "./catalogue/realtime.ts";
import { availabilityOf, type Credentials, lacksOf } from "./readiness.ts";
import type { Candidate, Missing } from "./schemas.ts";
import type { Availability, VoiceRuntime } from "./services.ts";

/** A candidate, where it comes from, and what it lacks as far as that is known. */
export interface Found {
  readonly candidate: Candidate;
  readonly source: "plugin" | "catalogue";
  readonly missing: readonly Missing[];
}

export interface Around extends Credentials {
  /** What plugins offer, by id. */
  readonly runtimes: ReadonlyMap<string, VoiceRuntime>;
  readonly log: Logger;
}

const CATALOGUE = [...realtime, ...hosted, ...own];
const STATES: readonly Availability[] = ["ready", "needs_credentials", "not_installed", "planned"];
const KINDS = ["realtime_api", "hosted_agent", "framework", "local_pipeline"];
/** Milliseconds. Looking is quick; who does not come back asks somebody outside, or is stuck. */
const PATIENCE = 1_000;

/** The rule by which candidates stand, as people read it. */
export const RULE =
  "What is ready comes before what lacks only credentials, what is not installed and what is planned; of equals what a " +
  "plugin brings comes before the catalogue, then realtime APIs before hosted agents, frameworks and local pipelines.";

/** All candidates, best first. A plugin's takes the place of the catalogue's of the same id. */
export async function findCandidates(around: Around): Promise<Found[]> {
  const { runtimes: plugins } = around;
  const rest = CATALOGUE.filter(({ id }) => !plugins.has(id));
  const found = await Promise.all([
    ...[...plugins.values()].map((runtime) => ofPlugin(runtime, around)),
    ...rest.map((entry) => ofCatalogue(entry, around)),
  ]);
  const rank = ({ candidate, source }: Found) => [
    STATES.indexOf(candidate.availability),
    source === "plugin" ? 0 : 1,
    KINDS.includes(candidate.kind) ? KINDS.indexOf(candidate.kind) : KINDS.length,
  ];
  const ranked = found.map((one) => ({ one, places: rank(one) }));
  return ranked.sort((left, right) => compare(left.places, right.places)).map(({ one }) => one);
}

/** The ids of all candidates, without a look at whether they are ready. */
export const idsOf = (runtimes: ReadonlyMap<string, VoiceRuntime>): string[] => [
  ...new Set([...runtimes.keys(), ...CATALOGUE.map(({ id }) => id)]),
];

async function ofCatalogue({ needs, ...said }: Entry, around: Around): Promise<Found> {
  const missing = needs ? await lacksOf(needs, around) : [];
  const availability = needs ? availabilityOf(missing) : "planned";
  return { candidate: candidateOf(said, availability), source: "catalogue", missing };
}

async function ofPlugin(runtime: VoiceRuntime, { log }: Around): Promise<Found> {
  const { id } = runtime;
  try {
    const availability = await withinPatience(async () => runtime.availability());
    if (!STATES.includes(availability)) throw new Error(`It answered ${JSON.stringify(availability)}`);
    return { candidate: candidateOf(runtime, availability), source: "plugin", missing: [] };
  } catch (error) {
    log.warn({ runtime: id, error: String(error) }, "A voice runtime could not tell whether it is ready");
    const { constraints, ...said } = candidateOf(runtime, "not_installed");
    const told = [...constraints, "Its plugin could not tell whether it is ready"];
    return { candidate: { ...said, constraints: told }, source: "plugin", missing: [] };
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
  const at = left.findIndex((place, index) => place !== right[index]);
  return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
}

async function withinPatience<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${PATIENCE} ms`)), PATIENCE);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
