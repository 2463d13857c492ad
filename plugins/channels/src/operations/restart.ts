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
  restart as restartRunner,
  ScriptMissing,
  StartedRunner,
  StartFailed,
} from "../runner/index.ts";

export const restart = defineCommand(group, {
  id: "channels.restart",
  summary: "Restart the channel runner",
  description: "If the runner is not running, it is started.",
  outside: true,
  input: T.Object({}),
  output: StartedRunner,
  replayed: asReplay,
  errors: [NoRunner, ScriptMissing, OneProcess, PmUnavailable, RunnerBusy, StartFailed],
  examples: [{ title: "After an update of the runner's program", input: {} }],
  plan({ config, services }) {
    assertStartable(config, services);
    return { summary: "Restart the channel runner", effects: ["the runner's process"] };
  },
  async execute({ host }) {
    return answerOf(host, "restart", await restartRunner(host));
  },
});
