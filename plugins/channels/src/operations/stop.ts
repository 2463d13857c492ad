import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { answerOf, asReplay, PmUnavailable, RunnerBusy, RunnerChange, stop as stopRunner } from "../runner/index.ts";

export const stop = defineCommand(group, {
  id: "channels.stop",
  summary: "Stop the channel runner",
  description: "It is asked to end, and made to after its grace. It stays stopped until it is started again.",
  effect: "external",
  input: T.Object({}),
  output: RunnerChange,
  replayed: asReplay,
  errors: [PmUnavailable, RunnerBusy],
  examples: [{ title: "Let nothing in or out", input: {} }],
  plan: () => ({ summary: "Stop the channel runner", effects: ["the runner's process"] }),
  async execute({ host }) {
    return answerOf(host, "stop", await stopRunner(host));
  },
});
