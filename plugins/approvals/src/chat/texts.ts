import type { PlanShape } from "@postern/core";
import { planOf } from "../approval.ts";
import type { ApprovalRecord } from "../collections.ts";
import type { PlanChange } from "../deciding/changes.ts";

const MAX_LINE = 200;
const MAX_LINES = 6;
const BLANK = /[\s\p{Cc}\p{Cf}]+/gu;

/** A text in one line: whoever proposes a command must not be able to write lines of their own into a message. */
export function lineOf(text: string, most = MAX_LINE): string {
  const characters = [...text.replaceAll(BLANK, " ").trim()];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}

export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** How a reply decides. */
export const replyWith = (code: string): string => `Reply: approve ${code}, or: deny ${code} <reason>`;

/** What is announced of an approval. */
export function announcementOf(record: ApprovalRecord, code: string): string {
  const { requester, operation, reason, effects, expiresAt, id } = record;
  const plan = planOf(record).plan as PlanShape;
  return [
    `${requesterOf(requester)} asks for approval of ${operation}: ${lineOf(plan.summary)}`,
    ...(reason === undefined ? [] : [`Why: ${JSON.stringify(lineOf(reason))}`]),
    ...(effects.length === 0 ? [] : [`Effects: ${lineOf(effects.join(", "))}`]),
    ...planLines(plan, id),
    `Expires: ${timeOf(expiresAt)}`,
    replyWith(code),
  ].join("\n");
}

const requesterOf = ({ label, agentId }: ApprovalRecord["requester"]): string =>
  agentId === undefined ? `The key ${JSON.stringify(lineOf(label, 80))}` : `The agent ${agentId}`;

/** The plan without what was already said. */
function planLines({ summary: _, effects: __, ...members }: PlanShape, id: string): string[] {
  return limited(
    Object.entries(members).map(([name, value]) => lineOf(`${name}: ${JSON.stringify(value)}`)),
    id,
  );
}

/** How a plan has changed. */
export const changeLines = (changes: readonly PlanChange[], id: string): string[] =>
  limited(
    changes.map(({ path, ...values }) => lineOf(`${path}: ${changeOf(values)}`)),
    id,
  );

function changeOf(values: Omit<PlanChange, "path">): string {
  const [before, after] = [JSON.stringify(values.before), JSON.stringify(values.after)];
  if (!("before" in values)) return `new, ${after}`;
  return "after" in values ? `${before} → ${after}` : `removed, was ${before}`;
}

function limited(lines: readonly string[], id: string): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  const left = lines.length - MAX_LINES + 1;
  return [...lines.slice(0, MAX_LINES - 1), `… and ${left} more: postern approvals show ${id}`];
}
