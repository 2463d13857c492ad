import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import {
  answerOf,
  asReplay,
  observe,
  PmUnavailable,
  RunnerBusy,
  RunnerChange,
  RunnerElsewhere,
  stop as stopRunner,
  whereOf,
} from "../runner/index.ts";

export const stop = defineCommand(group, {
  id: "channels.stop",
  summary: "Stop the channel runner",
  description:
    "The runner receives SIGTERM, and SIGKILL if it has not ended after the grace period. It stays stopped until you start " +
    "it again. A runner on another host is stopped there.",
  effect: "external",
  refusesExecute: true,
  properties: ["restricts"],
  input: T.Object({}),
  output: RunnerChange,
  replayed: asReplay,
  errors: [PmUnavailable, RunnerBusy, RunnerElsewhere],
  examples: [{ title: "Stop all adapters", input: {} }],
  async plan({ config, store, state, now }) {
    const where = whereOf(await observe({ store: store.unchecked, config, state }, now));
    return { summary: `Stop the channel runner${where}`, effects: [`the runner's process${where}`] };
  },
  async execute({ host }) {
    return answerOf(host, "stop", await stopRunner(host));
  },
});
