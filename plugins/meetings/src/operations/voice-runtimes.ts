import { defineQuery, T } from "@postern/core";
import { withColumns } from "@postern/kit/paging";
import { findCandidates } from "../candidates.ts";
import { candidateContext, chosenId } from "../choice.ts";
import { decide } from "../decision.ts";
import { group } from "../group.ts";
import { Candidate, Decision } from "../schemas.ts";

export const voiceRuntimes = defineQuery(group, {
  id: "meetings.voice-runtimes",
  summary: "List voice runtimes for meetings, best first, with a recommendation",
  description:
    "Availability is determined locally: from installed packages, programs on the PATH and available credentials. No " +
    "program is started, and no network request is made.",
  input: T.Object({}),
  output: T.Object({
    candidates: withColumns(T.Array(Candidate, { description: "The voice runtimes, best first" }), {
      id: "plain",
      label: "text",
      availability: "status",
      kind: ["plain", 1],
      defaultModel: ["plain", 2],
    }),
    ...Decision.properties,
  }),
  examples: [{ title: "All voice runtimes", input: {} }],
  async run(ctx) {
    const found = await findCandidates(candidateContext(ctx));
    return { candidates: found.map(({ candidate }) => candidate), ...decide(found, await chosenId(ctx.store)) };
  },
});
