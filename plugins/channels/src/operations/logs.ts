import { defineQuery, T } from "@postern/core";
import { numeric, withDefault } from "@postern/kit/fields";
import { group } from "../group.ts";
import { observe, ownLog, RunnerElsewhere } from "../runner/index.ts";

export const logs = defineQuery(group, {
  id: "channels.logs",
  summary: "Show the last log lines of the channel runner",
  description:
    "The log is on the host of the runner: call a gateway there. Keys and folder names of the machine are removed from " +
    "the lines.",
  input: T.Object({
    lines: withDefault(numeric({ minimum: 1, maximum: 1_000, description: "Number of lines to return" }), "100"),
  }),
  output: T.Object({ lines: T.Array(T.String(), { description: "Log lines, newest last" }) }),
  errors: [RunnerElsewhere],
  examples: [
    { title: "Show recent log lines", input: {} },
    { title: "Show the last ten lines", input: { lines: "10" } },
  ],
  run: async (ctx, { lines }) => ({ lines: await ownLog(ctx, await observe(ctx, ctx.now), lines) }),
});
