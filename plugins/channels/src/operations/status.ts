import { defineQuery, T } from "@postern/core";
import { described, hidden } from "@postern/kit/fields";
import { group } from "../group.ts";
import { observe, processMember, processSummary, RunnerStatus, statusOf } from "../runner/index.ts";
import { summaryMembers, summaryOf } from "../summary.ts";

export const status = defineQuery(group, {
  id: "channels.status",
  summary: "Show the status of the channel runner and its adapters",
  description: "The answer covers the runner's health, its process and the connection status of every adapter.",
  input: T.Object({}),
  output: T.Object({
    ...summaryMembers,
    process: processMember,
    // The same in the form of other clients of the runner.
    status: hidden(described(RunnerStatus, "Status of the runner and its processes, in detail")),
  }),
  examples: [{ title: "Check the runner's health", input: {} }],
  async run(ctx) {
    const observation = await observe(ctx, ctx.now);
    const status = await statusOf(ctx, observation, ctx.now);
    const { process: _, ...summary } = await summaryOf(ctx, observation, status);
    const process = processSummary(status, observation.elsewhere !== undefined);
    return { ...summary, ...(process && { process }), status };
  },
});
