import { type Found, RULE } from "./candidates.ts";
import type { Decision } from "./schemas.ts";

const SET = "meetings.voice-runtimes.set-default";
const CLEAR = "meetings.voice-runtimes.clear-default";

/** Which of the candidates, best first, is the default: the one that was chosen, as long as it is there, else the best. */
export function decide(found: readonly Found[], chosenId: string | undefined): Decision {
  // The catalogue is never empty.
  const best = found[0] as Found;
  const chosen = found.find(({ candidate }) => candidate.id === chosenId);
  const taken = chosen ?? best;
  return {
    defaultRuntimeId: taken.candidate.id,
    recommendation: [why(taken, chosen, chosenId), readiness(taken, found), RULE, change(best, chosen)].join(" "),
  };
}

function why(taken: Found, chosen: Found | undefined, chosenId: string | undefined): string {
  const { label, id } = taken.candidate;
  if (chosen) return `${label} (${id}) is the default: somebody chose it with ${SET}.`;
  if (chosenId !== undefined)
    return `${label} (${id}) is the default by the rule: ${chosenId} was chosen, and nobody offers it any more.`;
  return `${label} (${id}) is the default by the rule.`;
}

function readiness({ candidate, missing }: Found, found: readonly Found[]): string {
  if (candidate.availability === "ready") return "It is ready: all that it needs is here.";
  const ready = found.filter((other) => other.candidate.availability === "ready").map((other) => other.candidate.label);
  const others = ready.length > 0 ? `Ready are: ${ready.join(", ")}.` : "Nothing here is ready.";
  const lacks = missing.map(({ what, name }) =>
    what === "connection" ? `credentials of ${name}` : `the ${what} ${name}`,
  );
  const state = {
    needs_credentials: "It is not ready: it lacks credentials",
    not_installed: "It is not ready: it is not installed",
    planned: "It is not ready: nothing here can run it yet",
  }[candidate.availability];
  return `${lacks.length > 0 ? `It is not ready: it lacks ${lacks.join(" and ")}` : state}. ${others}`;
}

function change(best: Found, chosen: Found | undefined): string {
  if (!chosen) return `Another is the default as soon as one comes before it, or is chosen with ${SET}.`;
  const { label } = best.candidate;
  return `It stays the default whatever else becomes ready, until another is chosen; with ${CLEAR} it would be ${label}.`;
}
