import { defineQuery, T } from "@postern/core";
import { findCandidates } from "../candidates.ts";
import { around, chosenId } from "../choice.ts";
import { decide } from "../decision.ts";
import { group } from "../group.ts";
import { Candidate, Decision } from "../schemas.ts";

export const voiceRuntimes = defineQuery(group, {
  id: "meetings.voice-runtimes",
  summary: "List the voice runtimes for meetings, best first, and which is recommended here",
  description:
    "Whether one is ready is found by looking: is its package installed, is its program on the PATH, are credentials at " +
    "hand. Nothing is started, and nothing leaves the machine.",
  input: T.Object({}),
  output: T.Object({
    candidates: T.Array(Candidate, { description: "The voice runtimes that there are" }),
    ...Decision.properties,
  }),
  examples: [{ title: "All of them", input: {} }],
  async run(ctx) {
    const found = await findCandidates(around(ctx));
    return { candidates: found.map(({ candidate }) => candidate), ...decide(found, await chosenId(ctx.store)) };
  },
});
