import { type Caller, defineEvent, type Reads, T } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { Rule, RunStatus, StatusReason } from "./schemas.ts";

const whole = T.Object({ rule: Rule });

interface Viewer {
  readonly caller: Caller;
  readonly store: Reads;
}
/** The same callers as for `rules.show`. */
const ruleVisible = ({ caller, store }: Viewer, { rule }: { rule: { contextId: string } }) =>
  canAccessCreated(store, caller, rule.contextId);
const ruleSubject = ({ rule }: { rule: { id: string } }) => rule.id;
const ruleIs = (past: string) => ({
  summary: `A rule was ${past}`,
  data: whole,
  subject: ruleSubject,
  visible: ruleVisible,
});

export const ruleCreated = defineEvent("rules.rule.created", ruleIs("created"));
export const ruleUpdated = defineEvent("rules.rule.updated", ruleIs("updated"));
export const ruleEnabled = defineEvent("rules.rule.enabled", ruleIs("enabled"));
export const ruleDisabled = defineEvent("rules.rule.disabled", {
  ...ruleIs("disabled by a caller, or because its context has ended"),
  data: T.Object({ rule: Rule, reason: StatusReason }),
});
export const ruleRemoved = defineEvent("rules.rule.removed", ruleIs("removed, together with its waiting runs"));

const run = {
  runId: T.String({ description: "Id of the run" }),
  ruleId: T.String({ description: "Id of the rule" }),
  contextId: T.String({ description: "Id of the context that created the rule" }),
  eventId: T.String({ description: "Id of the event that it follows" }),
  eventType: T.String({ description: "Type of that event" }),
};
const runVisible = ({ caller, store }: Viewer, { contextId }: { contextId: string }) =>
  canAccessCreated(store, caller, contextId);
const runSubject = ({ ruleId }: { ruleId: string }) => ruleId;

export const runStarted = defineEvent("rules.run.started", {
  summary: "The first attempt of a run began",
  data: T.Object(run),
  subject: runSubject,
  visible: runVisible,
});

export const chainStopped = defineEvent("rules.chain.stopped", {
  summary: "Rules have used up the budget of a chain of causes",
  data: T.Object({
    ruleId: T.String({ description: "Id of the rule that did not run" }),
    contextId: run.contextId,
    eventId: run.eventId,
    correlationId: T.String({ description: "Id of the first event of the chain" }),
    runs: T.Integer({ description: "Number of runs in the chain" }),
  }),
  subject: runSubject,
  visible: runVisible,
});

export const runFinished = defineEvent("rules.run.finished", {
  summary: "A run of a rule was done, waits for an approval, or failed",
  data: T.Object({
    ...run,
    status: RunStatus,
    resultId: T.Optional(T.String({ description: "Id in the answer of the operation, if there is one" })),
    approvalId: T.Optional(T.String({ description: "Id of the approval that it waits for" })),
    error: T.Optional(T.String({ description: "Why it failed" })),
  }),
  subject: runSubject,
  visible: runVisible,
});
