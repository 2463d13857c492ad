import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { observe, RunnerStatus, statusOf } from "../runner/index.ts";

export const status = defineQuery(group, {
  id: "channels.status",
  summary: "Show the status of the channel runner and its adapters",
  description: "The answer covers the runner's process, its health and the connection status of every adapter.",
  input: T.Object({}),
  output: T.Object({ status: described(RunnerStatus, "Status of the runner and its processes") }),
  examples: [{ title: "Check the runner's health", input: {} }],
  async run({ config, store, now }) {
    return { status: await statusOf(config, await observe(store, config.data, now), now) };
  },
});
