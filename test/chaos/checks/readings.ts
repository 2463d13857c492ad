import type { FinalMessage } from "../final.ts";
import type { Reading } from "../history.ts";
import { type Violation, violation } from "./violation.ts";

/**
 * Every reading is a part of the final order: nothing was read that vanished, and no message appeared later before one
 * that had been read. A reading with a position contains the message that the position belongs to.
 */
export function checkReadings(
  readings: readonly Reading[],
  chats: Readonly<Record<string, readonly FinalMessage[]>>,
): Violation[] {
  const orders = new Map(
    Object.entries(chats).map(([chatId, messages]) => [chatId, messages.map(({ id }) => id)] as const),
  );
  const places = new Map([...orders.values()].flatMap((ids) => ids.map((id, at) => [id, at] as const)));
  const isPart = ({ chatId, after, messageIds }: Reading): boolean => {
    const order = orders.get(chatId) ?? [];
    const start = after === undefined ? 0 : (places.get(after) ?? Number.NaN) + 1;
    return messageIds.every((id, at) => order[start + at] === id);
  };
  const sees = ({ after, mustContain, messageIds }: Reading): boolean =>
    mustContain === undefined ||
    messageIds.includes(mustContain) ||
    (after !== undefined && (places.get(mustContain) ?? Number.POSITIVE_INFINITY) <= (places.get(after) ?? -1));
  return [
    ...violation(
      "What was read is part of the final order",
      readings.filter((reading) => !isPart(reading)),
    ),
    ...violation(
      "A reading with a position contains what was written before it",
      readings.filter((reading) => !sees(reading)),
    ),
  ];
}
