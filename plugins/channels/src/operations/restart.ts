import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import { assertStartable, restart as restartRunner } from "../process/control.ts";
import { NoRunner, OneProcess, PmUnavailable, RunnerBusy, ScriptMissing, StartFailed } from "../process/errors.ts";
import { RunnerChange } from "../process/schemas.ts";
import { answerOf, asReplay } from "../process/status.ts";

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
