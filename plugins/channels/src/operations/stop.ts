import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { answerOf, asReplay, PmUnavailable, RunnerBusy, RunnerChange, stop as stopRunner } from "../runner/index.ts";

export const stop = defineCommand(group, {
  id: "channels.stop",
  summary: "Stop the channel runner",
  description:
    "The runner receives SIGTERM, and SIGKILL if it has not ended after the grace period. It stays stopped until you start " +
    "it again.",
  effect: "external",
  refusesExecute: true,
  input: T.Object({}),
  output: RunnerChange,
  replayed: asReplay,
  errors: [PmUnavailable, RunnerBusy],
  examples: [{ title: "Stop all adapters", input: {} }],
  plan: () => ({ summary: "Stop the channel runner", effects: ["the runner's process"] }),
  async execute({ host }) {
    return answerOf(host, "stop", await stopRunner(host));
  },
});
