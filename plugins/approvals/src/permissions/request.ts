import { type CodingSession, type Permission, sessionsAnswer } from "@postern/agentx/services";
import { digestOf, keys, omitUndefined, type PlanShape, type Reads } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";

/** The operation that answers a permission request. */
export const ANSWER = sessionsAnswer.id;

/** What a coding agent asks a permission for, as it is shown to approvers. */
export interface RequestPlan extends PlanShape, Pick<Permission, "options" | "content"> {
  /** Kind of tool. */
  readonly tool?: string;
}

export const planOfRequest = (
  { title, kind, content, options }: Permission,
  agent: string,
): RequestPlan & { readonly effects: readonly string[] } =>
  omitUndefined({ summary: title, effects: [`sends the answer to ${agent}`], tool: kind, content, options });

/** What exactly is approved: this request, as it was shown. */
export const digestOfRequest = (id: string, plan: RequestPlan): string => digestOf("approvals.permission", id, plan);

/** The session and the request that an approval is about. */
export const aboutOf = ({ input }: Pick<ApprovalRecord, "input">) =>
  input as { readonly session: string; readonly request: string };

/**
 * The coding agent of a session. It is below the context that created the session, so that this one may decide: it is the
 * agent that asks.
 */
export async function requesterIn(
  store: Reads,
  { id, agent, createdBy }: CodingSession,
): Promise<ApprovalRecord["requester"]> {
  const owner = createdBy === undefined ? undefined : await store.get(keys.contexts, createdBy);
  const lineage = owner ? [owner.id, ...[...owner.ancestors].reverse()] : [];
  return { contextId: id, principal: keys.agentPrincipal(agent), label: agent, agentId: agent, lineage };
}
