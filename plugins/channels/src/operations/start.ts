import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import {
  answerOf,
  asReplay,
  assertDecided,
  assertStartable,
  look,
  NoRunner,
  OneProcess,
  PmUnavailable,
  RunnerBusy,
  RunnerChange,
  RunnerUndecided,
  ScriptMissing,
  StartFailed,
  start as startRunner,
} from "../runner/index.ts";

export const start = defineCommand(group, {
  id: "channels.start",
  summary: "Start the channel runner",
  description: "Answers once it was heard of. It is kept up from then on, also after a restart of the machine.",
  effect: "external",
  input: T.Object({}),
  output: RunnerChange,
  replayed: asReplay,
  errors: [NoRunner, ScriptMissing, OneProcess, PmUnavailable, RunnerUndecided, RunnerBusy, StartFailed],
  examples: [{ title: "Open the adapters", input: {} }],
  async plan({ config, services, store, now }) {
    assertStartable(config, services);
    // Starting looks again in its turn: what it depends on is no record alone.
    assertDecided(await look(store.unchecked, config.data, now), now);
    return { summary: "Start the channel runner", effects: ["the runner's process"] };
  },
  async execute({ host }) {
    return answerOf(host, "start", await startRunner(host));
  },
});
