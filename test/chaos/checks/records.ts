import type { FinalMessage, JournalEvent } from "../final.ts";
import type { Call } from "../history.ts";
import type { Violation } from "./violation.ts";

/** The violated properties, without the number of records. */
export const namesOf = (violations: readonly Violation[]): string[] =>
  violations.map(({ property }) => property.replace(/ \(\d+ times\)$/, ""));

/** A call that was answered. */
export const callOf = (call: Partial<Call>): Call => ({
  ...{ id: "c", workload: "w", operation: "tasks.create", input: {}, key: undefined, begun: 0, status: 200 },
  attempts: [{ requestId: `${call.id ?? "c"}.1`, gateway: 0, outcome: "answered" }],
  ...call,
});

let number = 0;
/** An event of a commit of its own. */
export const eventOf = (type: string, data: JournalEvent["data"]): JournalEvent => ({
  id: `${++number}.0`,
  type,
  data,
});

/** A message of the chat, with its id as its place. */
export const messageOf = (id: string, changed: Partial<FinalMessage> = {}): FinalMessage => ({
  ...{ id, sortKey: id, actorId: "ann", clientMessageId: `client-${id}`, content: { text: "1" } },
  ...changed,
});
