import { defineCommand, T } from "@postern/core";
import { chosenId, decisionWith } from "../choice.ts";
import { choices, VOICE } from "../collections.ts";
import { defaultCleared } from "../events.ts";
import { group } from "../group.ts";
import { Decision } from "../schemas.ts";

export const voiceRuntimesClearDefault = defineCommand(group, {
  id: "meetings.voice-runtimes.clear-default",
  summary: "Clear the default voice runtime",
  description:
    "Removes the choice made with `meetings.voice-runtimes.set-default`. The highest-ranked runtime becomes the " +
    "default.",
  input: T.Object({}),
  output: T.Object({ ...Decision.properties, changed: T.Boolean({ description: "Whether anything changed" }) }),
  examples: [{ title: "Clear the default", input: {} }],
  async plan({ store }) {
    const formerId = await chosenId(store);
    if (formerId === undefined) return { summary: "No default voice runtime is set" };
    return { summary: `Clear the default voice runtime ${formerId}`, formerId };
  },
  undo: (_ctx, { formerId: id }) =>
    id === undefined ? undefined : { operation: "meetings.voice-runtimes.set-default", input: { id } },
  async execute(ctx, { formerId }) {
    if (formerId !== undefined) {
      await ctx.store.delete(choices, VOICE);
      ctx.emit(defaultCleared, { formerId });
    }
    return { ...(await decisionWith(ctx, undefined)), changed: formerId !== undefined };
  },
});
