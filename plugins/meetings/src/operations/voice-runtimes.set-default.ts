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
  summary: "Set the default voice runtime",
  description: "The runtime need not be ready. In that case, `recommendation` lists the missing parts.",
  input: T.Object({ id: RuntimeId }),
  output: T.Object({ ...Decision.properties, changed: T.Boolean({ description: "Whether anything changed" }) }),
  errors: [RuntimeNotFound],
  examples: [{ title: "Set the default", input: { id: "gemini-live" } }],
  resource: ({ id }) => id,
  async plan({ store, state: { runtimes } }, { id }) {
    const candidates = idsOf(runtimes);
    if (!candidates.includes(id)) throw RuntimeNotFound({ runtimeId: id, candidates });
    const formerId = await chosenId(store);
    return { summary: `Set the default voice runtime to ${id}`, ...(formerId !== undefined && { formerId }) };
  },
  undo(_ctx, { formerId }, { id }) {
    if (formerId === id) return undefined;
    if (formerId === undefined) return { operation: "meetings.voice-runtimes.clear-default", input: {} };
    return { operation: "meetings.voice-runtimes.set-default", input: { id: formerId } };
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
