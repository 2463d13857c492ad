import { defineEvent, T } from "@postern/core";

const At = T.Integer({ description: "Unix milliseconds" });

export const runnerStarted = defineEvent("channels.runner.started", {
  summary: "The channel runner has begun its work",
  data: T.Object({ pid: T.Integer(), startedAt: At }),
});

export const runnerStopped = defineEvent("channels.runner.stopped", {
  summary: "The channel runner has ended as it was asked to",
  data: T.Object({ pid: T.Integer(), reason: T.String() }),
});

export const runnerDied = defineEvent("channels.runner.died", {
  summary: "The channel runner has ended, or could not begin, without being asked to",
  data: T.Object({
    pid: T.Optional(T.Integer()),
    at: At,
    reason: T.String(),
    restarts: T.Integer({ description: "How often its supervisor has seen that so far" }),
  }),
});
