import { defineError, oneOf, T } from "@postern/core";

const approval = T.Object({ id: T.String() });

/** Also thrown for approvals that the caller cannot see. */
export const ApprovalNotFound = defineError("approvals.approval_not_found", {
  status: 404,
  data: approval,
  message: ({ id }) => `Approval "${id}" not found. List approvals with "postern approvals list".`,
  fix: () => "postern approvals list",
});

export const ApprovalDecided = defineError("approvals.approval_decided", {
  status: 409,
  data: T.Object({ id: T.String(), approvalStatus: T.String() }),
  message: ({ id, approvalStatus }) => `Approval "${id}" is ${approvalStatus} and can no longer be decided.`,
  fix: ({ id }) => `postern approvals show ${id}`,
});

export const ApprovalExpired = defineError("approvals.approval_expired", {
  status: 409,
  data: T.Object({ id: T.String(), expiredAt: T.String() }),
  message: ({ id, expiredAt }) =>
    `Approval "${id}" expired at ${expiredAt}. Its requester can propose the command again.`,
});

export const DigestMismatch = defineError("approvals.digest_mismatch", {
  status: 409,
  data: T.Object({ id: T.String(), digest: T.String() }),
  message: ({ id, digest }) =>
    `The digest does not match the plan of approval "${id}": it is ${digest}. Check the plan and approve its digest.`,
  fix: ({ id }) => `postern approvals show ${id}`,
});

export const NotApprover = defineError("approvals.not_approver", {
  status: 403,
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => reason,
});

export const RequesterEnded = defineError("approvals.requester_ended", {
  status: 409,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `The context "${contextId}", which proposed the command, was revoked or has expired. The command cannot be executed: deny it.`,
});

export const NotRequester = defineError("approvals.not_requester", {
  status: 403,
  data: T.Object({ contextId: T.String() }),
  message: ({ contextId }) =>
    `Only the context "${contextId}", which proposed the command, can withdraw it. Deny it instead.`,
});

/** A policy by its name, and for those who may read policies its id too. */
const byPolicy = { policy: T.String({ description: "Name of the policy" }), policyId: T.Optional(T.String()) };
const showPolicy = ({ policyId }: { readonly policyId?: string }) =>
  policyId === undefined ? undefined : `postern approvals policies show ${policyId}`;

export const DeniedByPolicy = defineError("approvals.denied_by_policy", {
  status: 403,
  data: T.Object({ operation: T.String(), ...byPolicy, reason: T.Optional(T.String()) }),
  message: ({ operation, policy, reason }) =>
    `The policy "${policy}" denies ${operation}${reason ? `: ${endedSentence(reason)}` : "."} An administrator can change the policy.`,
  fix: showPolicy,
});

export const NeedsApproval = defineError("approvals.needs_approval", {
  status: 403,
  data: T.Object({ operation: T.String(), ...byPolicy, policy: T.Optional(byPolicy.policy) }),
  message: ({ operation, policy }) =>
    `${operation} requires approval${policy === undefined ? "" : ` by the policy "${policy}"`} and cannot wait for it inside another command. Ask for approval of the whole command, with "propose".`,
  fix: showPolicy,
});

/** A text of people as a sentence that another one can follow. */
const endedSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

export const NotProposable = defineError("approvals.not_proposable", {
  status: 403,
  data: T.Object({ operation: T.String(), reason: T.String() }),
  message: ({ operation, reason }) => `${operation} cannot be proposed: ${reason}`,
});

export const TooManyPending = defineError("approvals.too_many_pending", {
  status: 409,
  data: T.Object({ principal: T.String(), limit: T.Integer() }),
  message: ({ principal, limit }) =>
    `${limit} proposals of ${principal} are undecided, which is the limit of all its keys. Withdraw some, or wait for decisions.`,
  fix: () => "postern approvals list --status pending",
});

export const PolicyNotFound = defineError("approvals.policy_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `Policy "${id}" not found. List policies with "postern approvals policies list".`,
  fix: () => "postern approvals policies list",
});

export const TooManyPolicies = defineError("approvals.too_many_policies", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `The limit of ${limit} policies is reached. Remove a policy that is no longer needed.`,
  fix: () => "postern approvals policies list",
});

/** Also thrown for identities that the caller cannot see. */
export const IdentityNotFound = defineError("approvals.identity_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `Identity "${id}" not found. List identities with "postern approvals identities list".`,
  fix: () => "postern approvals identities list",
});

export const IdentityNotAnswered = defineError("approvals.identity_not_answered", {
  status: 409,
  data: T.Object({ id: T.String(), identityStatus: T.String() }),
  message: ({ id, identityStatus }) =>
    identityStatus === "bound"
      ? `Identity "${id}" is already bound.`
      : `Identity "${id}" cannot be confirmed: its code was not sent in the chat yet.`,
  fix: ({ id }) => `postern approvals identities show ${id}`,
});

export const SenderTaken = defineError("approvals.sender_taken", {
  status: 409,
  data: T.Object({ chatId: T.String(), actorId: T.String() }),
  message: ({ chatId, actorId }) =>
    `The sender "${actorId}" of chat "${chatId}" is already bound. Remove that identity first.`,
  fix: () => "postern approvals identities list",
});

export const TooManyIdentities = defineError("approvals.too_many_identities", {
  status: 409,
  data: T.Object({ contextId: T.String(), limit: T.Integer() }),
  message: ({ contextId, limit }) =>
    `The context "${contextId}" already has ${limit} identities, which is the limit. Remove one that is no longer needed.`,
  fix: () => "postern approvals identities list",
});

export const ChatsMissing = defineError("approvals.chats_missing", {
  status: 409,
  data: T.Object({}),
  message: () => 'The plugin "chats" is not enabled, so no chat can decide approvals. Enable it first.',
});

export const ChatUnusable = defineError("approvals.chat_unusable", {
  status: 409,
  data: T.Object({ chatId: T.String(), reason: T.String() }),
  message: ({ chatId, reason }) => `Approvals cannot be decided in chat "${chatId}": ${reason}`,
  fix: () => "postern chats list",
});

export const OptionMissing = defineError("approvals.option_missing", {
  status: 409,
  data: T.Object({ id: T.String(), decision: oneOf("approve", "deny"), options: T.Array(T.String()) }),
  message: ({ id, decision, options }) =>
    decision === "approve"
      ? `The permission request of approval "${id}" has no option "allow_once". Choose one: ${options.join(", ")}.`
      : `The permission request of approval "${id}" has no option "reject_once". Answer it with agentx.sessions.answer: ${options.join(", ")}.`,
  fix: ({ id, decision }) =>
    decision === "approve" ? `postern approvals approve ${id} --help` : `postern approvals show ${id}`,
});
