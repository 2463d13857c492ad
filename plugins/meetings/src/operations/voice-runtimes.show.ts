import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { findCandidates, idsOf } from "../candidates.ts";
import { candidateContext, chosenId } from "../choice.ts";
import { decide } from "../decision.ts";
import { RuntimeNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Candidate, Missing, RuntimeId } from "../schemas.ts";

export const voiceRuntimesShow = defineQuery(group, {
  id: "meetings.voice-runtimes.show",
  summary: "Show a voice runtime and its missing requirements",
  description:
    "`missing` lists the required packages, programs and connections that are not available, each with a fix.",
  input: T.Object({ id: RuntimeId }),
  output: T.Object({
    runtime: T.Object(
      {
        ...Candidate.properties,
        isDefault: T.Boolean({ description: "Whether it is the default" }),
        source: described(oneOf("plugin", "catalogue"), "Source of the runtime"),
        missing: T.Array(Missing, { description: "Missing requirements; always empty for runtimes of plugins" }),
      },
      { description: "The voice runtime" },
    ),
  }),
  errors: [RuntimeNotFound],
  examples: [{ title: "Show a voice runtime", input: { id: "openai-realtime" } }],
  resource: ({ id }) => id,
  async run(ctx, { id }) {
    const { runtimes } = ctx.state;
    if (!idsOf(runtimes).includes(id)) throw RuntimeNotFound({ runtimeId: id, candidates: idsOf(runtimes) });
    const found = await findCandidates(candidateContext(ctx));
    const one = found.find(({ candidate }) => candidate.id === id);
    if (!one) throw RuntimeNotFound({ runtimeId: id, candidates: found.map(({ candidate }) => candidate.id) });
    const { defaultRuntimeId } = decide(found, await chosenId(ctx.store));
    const { candidate, source, missing } = one;
    return { runtime: { ...candidate, isDefault: id === defaultRuntimeId, source, missing: [...missing] } };
  },
});
