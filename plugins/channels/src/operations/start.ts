import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import {
  answerOf,
  asReplay,
  assertDecided,
  assertStartable,
  NoRunner,
  OneProcess,
  observe,
  PmUnavailable,
  RunnerBusy,
  RunnerUndecided,
  ScriptMissing,
  StartedRunner,
  StartFailed,
  start as startRunner,
} from "../runner/index.ts";

export const start = defineCommand(group, {
  id: "channels.start",
  summary: "Start the channel runner",
  description:
    "Returns when the runner has reported its state. From then on it is kept running, also after a restart of the machine, and " +
    "on another host if its own is lost. A runner on another host stays there.",
  outside: true,
  input: T.Object({}),
  output: StartedRunner,
  replayed: asReplay,
  errors: [NoRunner, ScriptMissing, OneProcess, PmUnavailable, RunnerUndecided, RunnerBusy, StartFailed],
  examples: [{ title: "Start the runner", input: {} }],
  async plan({ config, services, store, state, now }) {
    assertStartable(config, services);
    // The state of processes is not transactional, so execution checks it again.
    assertDecided(await observe({ store: store.unchecked, config, state }, now), now);
    return { summary: "Start the channel runner", effects: ["the runner's process"] };
  },
  async execute({ host }) {
    return answerOf(host, "start", await startRunner(host));
  },
});
