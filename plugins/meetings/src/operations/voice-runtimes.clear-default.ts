import { defineCommand, T } from "@postern/core";
import { chosenId, decisionWith } from "../choice.ts";
import { choices, VOICE } from "../collections.ts";
import { defaultCleared } from "../events.ts";
import { group } from "../group.ts";
import { Decision } from "../schemas.ts";

export const voiceRuntimesClearDefault = defineCommand(group, {
  id: "meetings.voice-runtimes.clear-default",
  summary: "Let the rule decide again which voice runtime is the default",
  description: "Removes the choice that `meetings.voice-runtimes.set-default` saved.",
  input: T.Object({}),
  output: T.Object({ ...Decision.properties, changed: T.Boolean({ description: "Whether anything was changed" }) }),
  examples: [{ title: "Whatever was chosen", input: {} }],
  async plan({ store }) {
    const formerId = await chosenId(store);
    if (formerId === undefined) return { summary: "Nothing: no voice runtime was chosen" };
    return { summary: `Let the rule decide instead of ${formerId}`, formerId };
  },
  async execute(ctx, { formerId }) {
    if (formerId !== undefined) {
      await ctx.store.delete(choices, VOICE);
      ctx.emit(defaultCleared, { formerId });
    }
    return { ...(await decisionWith(ctx, undefined)), changed: formerId !== undefined };
  },
});
