import { oneOf, type Static, T } from "@postern/core";
import { described, refersTo } from "@postern/kit/fields";

export const ApprovalId = refersTo(T.String({ pattern: "^apr_[0-9a-f]{24}$", description: "Id of the approval" }), {
  list: "approvals.list",
  names: ["summary"],
});
export const Digest = T.String({
  pattern: "^[\\w-]{1,128}$",
  description: "Digest of the approved plan, as shown with the plan",
});
export const Note = T.String({ minLength: 1, maxLength: 1_000, description: "Note of the person who decides" });

/** What is approved: a command that was proposed, or what a coding agent asks a permission for. */
export const Kind = oneOf("command", "permission");
export const OptionId = T.String({ minLength: 1, maxLength: 200, description: "Option of a permission request" });

/**
 * `pending` waits for a decision, `approved` for its execution. `stale`: the plan has changed since it was proposed, and
 * the new one waits for a decision.
 */
export const Status = oneOf("pending", "approved", "executed", "failed", "denied", "expired", "stale", "withdrawn");
export type Status = Static<typeof Status>;

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const Requester = T.Object(
  {
    contextId: T.String({ description: "Id of the context" }),
    principal: T.Optional(T.String({ description: "Id of the principal of the context" })),
    label: T.String({ description: "Name of the context" }),
    agentId: T.Optional(T.String({ description: "Id of its agent" })),
    lineage: T.Array(T.String(), { description: "Ids of the contexts that it was derived from, nearest first" }),
  },
  { description: "Who proposed the command" },
);

const Cause = T.Object(
  {
    correlationId: T.String({ description: "Id of the first event or run of the chain" }),
    causationId: T.String({ description: "Id of the direct cause, such as a turn" }),
    depth: T.Integer({ description: "Number of causes in the chain" }),
    chatId: T.Optional(T.String({ description: "Chat of the turn that caused it directly" })),
  },
  { description: "Cause of the proposal" },
);

export const Vote = T.Object({
  contextId: T.String({ description: "Id of the context that approved" }),
  principal: T.Optional(T.String({ description: "Id of the principal of the context" })),
  label: T.String({ description: "Name of the context" }),
  at: time("Time of the approval"),
  note: T.Optional(T.String({ description: "Note" })),
});

export const Change = T.Object({
  path: T.String({ description: "Place in the plan" }),
  before: T.Optional(T.Unknown({ description: "Value in the plan that was shown; absent if it is new" })),
  after: T.Optional(T.Unknown({ description: "Value in the plan of now; absent if it was removed" })),
});

const Stale = T.Object(
  {
    at: time("Time at which it was found"),
    plan: T.Optional(T.Unknown({ description: "The plan of now" })),
    digest: T.Optional(T.String({ description: "Digest of the plan of now, to approve it instead" })),
    changes: T.Array(Change, { description: "Differences between the plan that was shown and the plan of now" }),
    reason: T.Optional(T.String({ description: "Why the command can no longer be planned" })),
  },
  { description: "How the plan has changed since it was proposed" },
);

const Outcome = T.Object(
  {
    answer: T.Optional(
      T.Unknown({
        description: "Answer of the command without secrets, for its requester, or the option of a permission request",
      }),
    ),
    code: T.Optional(T.String({ description: "Code of the error" })),
    message: T.Optional(T.String({ description: "Message of the error" })),
    unclear: T.Optional(
      T.Boolean({ description: "Whether the effect of the command is unknown. Check its result before you repeat it" }),
    ),
  },
  { description: "Answer of the command" },
);

export const Approval = T.Object({
  id: T.String({ description: "Id of the approval" }),
  kind: described(Kind, "Kind: a command, or a permission request of a coding agent"),
  status: described(Status, "Status of the approval"),
  operation: T.String({ description: "Id of the operation" }),
  summary: T.String({ description: "What the command does" }),
  effects: T.Array(T.String(), { description: "External systems that the command reaches" }),
  requester: Requester,
  reason: T.Optional(T.String({ description: "Why the requester wants it" })),
  cause: T.Optional(Cause),
  input: T.Unknown({ description: "Input of the command" }),
  plan: T.Unknown({ description: "Plan of the command" }),
  digest: T.String({ description: "Digest of the plan: pass it to approve exactly this plan" }),
  policy: T.Optional(T.String({ description: "Id of the policy that requires the approval" })),
  quorum: T.Integer({ description: "Number of required approvals" }),
  approvers: T.Optional(T.Array(T.String(), { description: "Who may approve it; by default every approver" })),
  votes: T.Array(Vote, { description: "Who approved it so far" }),
  createdAt: time("Time of the proposal"),
  expiresAt: time("Time at which it expires"),
  decidedAt: T.Optional(time("Time of the decision")),
  decidedBy: T.Optional(T.String({ description: "Id of the context that decided" })),
  note: T.Optional(T.String({ description: "Note of the decision" })),
  startedAt: T.Optional(time("Start of the execution")),
  endedAt: T.Optional(time("End of the execution")),
  stale: T.Optional(Stale),
  outcome: T.Optional(Outcome),
});
export type Approval = Static<typeof Approval>;
