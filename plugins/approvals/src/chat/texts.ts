import type { PlanShape } from "@postern/core";
import { planOf } from "../approval.ts";
import type { ApprovalRecord } from "../collections.ts";
import type { PlanChange } from "../deciding/changes.ts";
import type { RequestPlan } from "../permissions/request.ts";

const MAX_LINE = 200;
const MAX_LINES = 8;
const BLANK = /[\s\p{Cc}\p{Cf}]+/gu;

/** A text in one line: whoever proposes a command must not be able to write lines of their own into a message. */
export function lineOf(text: string, most = MAX_LINE): string {
  const characters = [...text.replaceAll(BLANK, " ").trim()];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}

export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** How a reply decides. */
export const replyWith = (code: string): string => `Reply: approve ${code}, or: deny ${code} <reason>`;

/** Instead of values, in a chat that others read too: they may not be allowed to see them. */
const withheld = (id: string): string => `Its values are only shown in direct chats: postern approvals show ${id}`;

/**
 * What is announced of an approval: in a direct chat everything that its digest covers, as far as it fits, otherwise no
 * values of the input and the plan.
 */
export function announcementOf(record: ApprovalRecord, code: string, isDirect: boolean): string {
  const { requester, operation, reason, effects, expiresAt, id, input } = record;
  const { summary, effects: _, ...members } = planOf(record).plan as PlanShape;
  const { execute: __, ...given } = input as Record<string, unknown>;
  const isPermission = record.kind === "permission";
  const what = isPermission ? "a permission" : `approval of ${operation}`;
  const shown = isPermission
    ? requestLines(members as RequestPlan)
    : [...membersOf("Input", given), ...membersOf("Plan", members)];
  return [
    `${requesterOf(requester)} asks for ${what}: ${lineOf(summary)}`,
    ...(reason === undefined || !isDirect ? [] : [`Why: ${JSON.stringify(lineOf(reason))}`]),
    ...(effects.length === 0 ? [] : [`Effects: ${lineOf(effects.join(", "))}`]),
    ...(isDirect ? limited(shown, id) : [withheld(id)]),
    `Expires: ${timeOf(expiresAt)}`,
    replyWith(code),
  ].join("\n");
}

const requesterOf = ({ label, agentId }: ApprovalRecord["requester"]): string =>
  agentId === undefined ? `The key ${JSON.stringify(lineOf(label, 80))}` : `The agent ${agentId}`;

const membersOf = (what: string, members: object): string[] =>
  Object.entries(members).map(([name, value]) => lineOf(`${what}: ${name}: ${JSON.stringify(value)}`));

/** What a coding agent wants to do, and the answers that it offers. */
function requestLines({ content = [], options }: Pick<RequestPlan, "content" | "options">): string[] {
  const choices = options.map(({ name, option }) => `${name} (${option})`).join(", ");
  const lines = content.map(({ path, before, after, text }) =>
    path === undefined ? `Content: ${text ?? ""}` : `${path}: ${changeOf({ before, after })}`,
  );
  return [`Options: ${choices}`, ...lines].map((line) => lineOf(line));
}

/** How a plan has changed. */
export function changeLines(changes: readonly PlanChange[], id: string, isDirect: boolean): string[] {
  if (!isDirect) return [withheld(id)];
  const lines = changes.map(({ path, ...values }) => lineOf(`${path}: ${changeOf(values)}`));
  return limited(lines, id);
}

function changeOf({ before, after }: { readonly before?: unknown; readonly after?: unknown }): string {
  if (before === undefined) return `new, ${JSON.stringify(after)}`;
  return after === undefined
    ? `removed, was ${JSON.stringify(before)}`
    : `${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

/** At most a few lines. What is left out or cut is shown elsewhere. */
function limited(lines: readonly string[], id: string): string[] {
  const isCut = lines.length > MAX_LINES || lines.some((line) => line.endsWith("…"));
  return isCut ? [...lines.slice(0, MAX_LINES), `Not all is shown here: postern approvals show ${id}`] : [...lines];
}
