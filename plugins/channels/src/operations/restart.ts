import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import {
  answerOf,
  asReplay,
  assertStartable,
  NoRunner,
  OneProcess,
  PmUnavailable,
  RunnerBusy,
  RunnerChange,
  restart as restartRunner,
  ScriptMissing,
  StartFailed,
} from "../runner/index.ts";

export const restart = defineCommand(group, {
  id: "channels.restart",
  summary: "Stop the channel runner and start it again",
  description: "One that does not run is started.",
  effect: "external",
  input: T.Object({}),
  output: RunnerChange,
  replayed: asReplay,
  errors: [NoRunner, ScriptMissing, OneProcess, PmUnavailable, RunnerBusy, StartFailed],
  examples: [{ title: "After its program was updated", input: {} }],
  plan({ config, services }) {
    assertStartable(config, services);
    return { summary: "Stop the channel runner and start it again", effects: ["the runner's process"] };
  },
  async execute({ host }) {
    return answerOf(host, "restart", await restartRunner(host));
  },
});
