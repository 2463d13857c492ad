import { type Found, RULE } from "./candidates.ts";
import type { Decision } from "./schemas.ts";

const SET = "meetings.voice-runtimes.set-default";
const CLEAR = "meetings.voice-runtimes.clear-default";

/** Determines the default among the candidates, best first: the chosen one if it is available, otherwise the best. */
export function decide(found: readonly Found[], chosenId: string | undefined): Decision {
  // The catalogue is never empty.
  const best = found[0] as Found;
  const chosen = found.find(({ candidate }) => candidate.id === chosenId);
  const selected = chosen ?? best;
  return {
    defaultRuntimeId: selected.candidate.id,
    recommendation: [
      defaultReason(selected, chosen, chosenId),
      readinessText(selected, found),
      RULE,
      changeHint(best, chosen),
    ].join(" "),
  };
}

function defaultReason(selected: Found, chosen: Found | undefined, chosenId: string | undefined): string {
  const { label, id } = selected.candidate;
  if (chosen) return `${label} (${id}) is the default: it was chosen with ${SET}.`;
  if (chosenId !== undefined)
    return `${label} (${id}) is the default by rank, because the chosen runtime ${chosenId} is no longer available.`;
  return `${label} (${id}) is the default by rank.`;
}

function readinessText({ candidate, missing }: Found, found: readonly Found[]): string {
  if (candidate.availability === "ready") return "It is ready to use.";
  const ready = found.filter((other) => other.candidate.availability === "ready").map((other) => other.candidate.label);
  const others = ready.length > 0 ? `Ready runtimes: ${ready.join(", ")}.` : "No runtime is ready.";
  const missingNames = missing.map(({ what, name }) =>
    what === "connection" ? `credentials for ${name}` : `${what} ${name}`,
  );
  const state = {
    needs_credentials: "It is not ready: credentials are missing",
    not_installed: "It is not ready: it is not installed",
    planned: "It is not ready: Postern cannot run it yet",
  }[candidate.availability];
  return `${missingNames.length > 0 ? `It is not ready: missing ${missingNames.join(" and ")}` : state}. ${others}`;
}

function changeHint(best: Found, chosen: Found | undefined): string {
  if (!chosen) return `The default changes when another runtime ranks higher, or is chosen with ${SET}.`;
  const { label } = best.candidate;
  return `It stays the default until another is chosen. With ${CLEAR}, the default would be ${label}.`;
}
