import { plain } from "../output/plain.ts";

/** Calls an operation. */
export type Call = (
  id: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number; readonly answer: Record<string, unknown> | undefined }>;

interface Proposal {
  readonly operation: string;
  readonly requester: { readonly contextId: string; readonly label: string; readonly agentId?: string };
}

/**
 * The question before a policy that allows an operation to its requester from now on, and what creates it. The policy is
 * about the agent, or about this one key if it belongs to no agent.
 */
export async function alwaysAllow(call: Call, { operation, requester }: Proposal) {
  const { contextId, label, agentId } = requester;
  const who = agentId === undefined ? { contexts: [contextId] } : { agents: [agentId] };
  const policy = {
    name: `Always allow ${operation} to ${agentId ?? label}`.slice(0, 200),
    match: { operations: [operation], ...who },
    action: "allow",
  };
  const { answer } = await call("approvals.policies.create", policy, { "x-dry-run": "true" });
  const { summary } = (answer?.plan ?? {}) as { summary?: string };
  return {
    question: summary === undefined ? `${problemOf(answer)} Approve only this one?` : `${plain(summary)}: create it?`,
    /** Creates the policy and returns what became of it. A key that is not an admin's can only propose it. */
    async create(): Promise<string> {
      if (summary === undefined) return "No policy was created";
      const { status, answer } = await call("approvals.policies.create", policy);
      if (status === 200) return `Created the policy ${plain(policy.name)}. See "postern approvals policies list"`;
      if (status === 202) return `An admin must approve the policy: ${plain(String(answer?.approvalId))}`;
      return `No policy was created: ${problemOf(answer)}`;
    },
  };
}

const problemOf = (answer: Record<string, unknown> | undefined): string =>
  plain(String(answer?.detail ?? "unknown error"));
