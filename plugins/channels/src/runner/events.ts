import { defineEvent, T } from "@postern/core";

const At = T.Integer({ description: "Unix milliseconds" });

export const runnerStarted = defineEvent("channels.runner.started", {
  summary: "The channel runner was started",
  data: T.Object({ pid: T.Integer(), startedAt: At }),
});

export const runnerStopped = defineEvent("channels.runner.stopped", {
  summary: "The channel runner was stopped",
  data: T.Object({ pid: T.Integer(), reason: T.String() }),
});

export const runnerDied = defineEvent("channels.runner.died", {
  summary: "The channel runner crashed or could not start",
  data: T.Object({
    pid: T.Optional(T.Integer()),
    at: At,
    reason: T.String(),
    restarts: T.Integer({ description: "Number of crashes its supervisor has seen" }),
  }),
});
