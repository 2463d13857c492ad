import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { findCandidates, idsOf } from "../candidates.ts";
import { around, chosenId } from "../choice.ts";
import { decide } from "../decision.ts";
import { RuntimeNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Candidate, Missing, RuntimeId } from "../schemas.ts";

export const voiceRuntimesShow = defineQuery(group, {
  id: "meetings.voice-runtimes.show",
  summary: "Show a voice runtime, with what it lacks to be ready here",
  description: "`missing` lists the packages, programs and connections that the runtime needs, each with a fix.",
  input: T.Object({ id: RuntimeId }),
  output: T.Object({
    runtime: T.Object(
      {
        ...Candidate.properties,
        isDefault: T.Boolean({ description: "Whether it is the default" }),
        source: described(oneOf("plugin", "catalogue"), "Its origin"),
        missing: T.Array(Missing, { description: "Empty as well where only its plugin knows" }),
      },
      { description: "How it is run" },
    ),
  }),
  errors: [RuntimeNotFound],
  examples: [{ title: "One runtime", input: { id: "openai-realtime" } }],
  resource: ({ id }) => id,
  async run(ctx, { id }) {
    const { runtimes } = ctx.state;
    if (!idsOf(runtimes).includes(id)) throw RuntimeNotFound({ runtimeId: id, candidates: idsOf(runtimes) });
    const found = await findCandidates(around(ctx));
    const one = found.find(({ candidate }) => candidate.id === id);
    if (!one) throw RuntimeNotFound({ runtimeId: id, candidates: found.map(({ candidate }) => candidate.id) });
    const { defaultRuntimeId } = decide(found, await chosenId(ctx.store));
    const { candidate, source, missing } = one;
    return { runtime: { ...candidate, isDefault: id === defaultRuntimeId, source, missing: [...missing] } };
  },
});
