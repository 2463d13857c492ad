import { defineCommand, T } from "@postern/core";
import { group } from "../group.ts";
import {
  answerOf,
  asReplay,
  assertStartable,
  NoRunner,
  OneProcess,
  observe,
  PmUnavailable,
  RunnerBusy,
  RunnerElsewhere,
  restart as restartRunner,
  ScriptMissing,
  StartedRunner,
  StartFailed,
  whereOf,
} from "../runner/index.ts";

export const restart = defineCommand(group, {
  id: "channels.restart",
  summary: "Restart the channel runner",
  description:
    "A runner on another host is restarted there, by a gateway on that host. If the runner is not running, it is started " +
    "on the host of this gateway. Returns when the new runner has reported its state, or with the `reason` that it has not: what " +
    "was waited for, and how long. It continues to start then: see `channels.status`.",
  outside: true,
  input: T.Object({}),
  output: StartedRunner,
  replayed: asReplay,
  errors: [NoRunner, ScriptMissing, OneProcess, PmUnavailable, RunnerBusy, RunnerElsewhere, StartFailed],
  examples: [{ title: "After an update of the runner's program", input: {} }],
  async plan({ config, services, store, state, now }) {
    const where = whereOf(await observe({ store: store.unchecked, config, state }, now));
    if (where === "") assertStartable(config, services);
    return { summary: `Restart the channel runner${where}`, effects: [`the runner's process${where}`] };
  },
  async execute({ host }) {
    return answerOf(host, "restart", await restartRunner(host));
  },
});
