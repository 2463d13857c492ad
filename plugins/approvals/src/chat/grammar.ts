import { isOfferCode } from "./codes.ts";

/** What a message can say to approvals. Everything else is not for them. */
export type Said =
  | { readonly offer: string }
  | { readonly decision: "approve" | "deny"; readonly code: string; readonly note?: string };

const MAX_LENGTH = 2_000;
const MAX_NOTE = 1_000;
const DECISION = /^(approve|deny)\s+([0-9]{6})(?:\s+(\S[\s\S]*))?$/i;
const BLANK = /[\s\p{Cc}\p{Cf}]+/gu;

/** Reads `approve 482913`, `deny 482913 <reason>` or the code of an offer. Undefined for any other text. */
export function readSaid(text: string): Said | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  const upper = trimmed.toUpperCase();
  if (isOfferCode(upper)) return { offer: upper };
  const [, word = "", code = "", rest] = DECISION.exec(trimmed) ?? [];
  const decision = word.toLowerCase();
  if (decision === "approve") return rest === undefined ? { decision, code } : undefined;
  if (decision !== "deny") return undefined;
  // By characters, so that none is split.
  const note = [...(rest?.replaceAll(BLANK, " ").trim() ?? "")].slice(0, MAX_NOTE).join("");
  return { decision, code, ...(note && { note }) };
}
