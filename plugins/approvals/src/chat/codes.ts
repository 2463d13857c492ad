import { randomInt } from "node:crypto";
import { digestOf, type MutableRecords } from "@postern/core";
import { type ApprovalRecord, codes } from "../collections.ts";

/** Letters and digits that are not mistaken for each other. */
const LETTERS = "ACDEFGHJKMNPQRTUVWXY";
const DIGITS = "34679";
const ALPHABET = LETTERS + DIGITS;
const LENGTH = 8;
const DAY = 24 * 60 * 60_000;
/** Milliseconds for which the code of an offer is valid, and then an answer to it. */
export const OFFER_LASTS = 15 * 60_000;

/** A new code of an offer. It has a letter and a digit, so that no word of a conversation is taken for one. */
export function createOfferCode(): string {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    if (isOfferCode(code)) return code;
  }
}

export function isOfferCode(text: string): boolean {
  const all = [...text];
  const has = (some: string) => all.some((one) => some.includes(one));
  return all.length === LENGTH && all.every((one) => ALPHABET.includes(one)) && has(LETTERS) && has(DIGITS);
}

/** A code as it is stored: with its identity, so that equal codes have different digests. */
export const digestOfCode = (identity: string, code: string): string => digestOf("approvals.code", identity, code);

/** A new code by which an identity decides an approval. It replaces the one before it. */
export async function issueCode(
  store: MutableRecords,
  { id: approval, expiresAt }: Pick<ApprovalRecord, "id" | "expiresAt">,
  identity: string,
  plan: string,
): Promise<string> {
  for (;;) {
    const text = String(randomInt(1_000_000)).padStart(6, "0");
    const code = digestOfCode(identity, text);
    if (await store.one(codes, "byCode", identity, code)) continue;
    await store.put(codes, { approval, identity, code, plan, until: expiresAt + DAY });
    return text;
  }
}
