import { defineCommand, T } from "@postern/core";
import { idsOf } from "../candidates.ts";
import { chosenId, decisionWith } from "../choice.ts";
import { choices, VOICE } from "../collections.ts";
import { RuntimeNotFound } from "../errors.ts";
import { defaultChosen } from "../events.ts";
import { group } from "../group.ts";
import { Decision, RuntimeId } from "../schemas.ts";

export const voiceRuntimesSetDefault = defineCommand(group, {
  id: "meetings.voice-runtimes.set-default",
  summary: "Make a voice runtime the default, whatever the rule says",
  description: "It may be one that is not ready yet; the recommendation then says what it lacks.",
  input: T.Object({ id: RuntimeId }),
  output: T.Object({ ...Decision.properties, changed: T.Boolean({ description: "Whether anything was changed" }) }),
  errors: [RuntimeNotFound],
  examples: [{ title: "One runtime", input: { id: "gemini-live" } }],
  resource: ({ id }) => id,
  async plan({ store, state: { runtimes } }, { id }) {
    const candidates = idsOf(runtimes);
    if (!candidates.includes(id)) throw RuntimeNotFound({ runtimeId: id, candidates });
    const formerId = await chosenId(store);
    return { summary: `Make ${id} the default voice runtime`, ...(formerId !== undefined && { formerId }) };
  },
  async execute(ctx, { formerId }, { id }) {
    const changed = formerId !== id;
    if (changed) {
      await ctx.store.put(choices, { of: VOICE, runtimeId: id, chosenAt: ctx.now });
      ctx.emit(defaultChosen, { runtimeId: id, ...(formerId !== undefined && { formerId }) });
    }
    return { ...(await decisionWith(ctx, id)), changed };
  },
});
