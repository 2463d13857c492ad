import type { FinalMessage } from "../final.ts";
import type { Reading } from "../history.ts";
import { type Violation, violation } from "./violation.ts";

/** The two entries of a transfer are in one commit: they follow each other, and every reading has both or neither. */
export function checkLedger(
  ledgerId: string,
  ledger: readonly FinalMessage[],
  readings: readonly Reading[],
): Violation[] {
  const transferOf = ({ clientMessageId }: FinalMessage): string => clientMessageId.replace(/-(debit|credit)$/, "");
  const sum = ledger.reduce((total, { content }) => total + Number(content.text), 0);
  const places = new Map(ledger.map(({ id }, at) => [id, at]));
  return [
    ...violation("The sum over all accounts stays 0", sum === 0 ? [] : [{ sum }]),
    ...violation(
      "The entries of a transfer follow each other",
      ledger.filter((entry, at) => {
        const other = ledger[at % 2 === 0 ? at + 1 : at - 1];
        return other === undefined || transferOf(other) !== transferOf(entry) || other.actorId === entry.actorId;
      }),
    ),
    ...violation(
      "Every reading has both entries of a transfer",
      readings.filter(({ chatId, isComplete, messageIds }) => {
        const last = messageIds.at(-1);
        return chatId === ledgerId && isComplete && last !== undefined && (places.get(last) ?? 1) % 2 === 0;
      }),
    ),
  ];
}
