import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";
import { look, RunnerStatus, statusOf } from "../runner/index.ts";

export const status = defineQuery(group, {
  id: "channels.status",
  summary: "Tell how the channel runner and its adapters stand",
  description: "The answer covers the runner's process, its health and every adapter with its connection status.",
  input: T.Object({}),
  output: T.Object({ status: described(RunnerStatus, "What the runner and its processes do") }),
  examples: [{ title: "Is all well", input: {} }],
  async run({ config, store, now }) {
    return { status: await statusOf(config, await look(store, config.data, now), now) };
  },
});
