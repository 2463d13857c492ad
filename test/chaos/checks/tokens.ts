import type { FinalRow, JournalEvent } from "../final.ts";
import { type Call, isDone, type TokenReading } from "../history.ts";
import { groupBy, repeated, type Violation, violation } from "./violation.ts";

/** A token is at one holder at a time, and each of its versions was made by one move. */
export function checkTokens(
  tokens: readonly string[],
  rows: readonly FinalRow[],
  calls: readonly Call[],
  readings: readonly TokenReading[],
  events: readonly JournalEvent[],
): Violation[] {
  const moves = calls.filter(
    (call) => call.operation === "bases.rows.update" && call.input.expectedVersion !== undefined && isDone(call),
  );
  const byToken = groupBy(moves, ({ input }) => input.row as string);
  const versionsOf = new Map(
    [...groupBy(updatesIn(events), ({ id }) => id)].map(([id, made]) => [id, made.map(({ version }) => version)]),
  );
  const sorted = [...tokens].sort().join();
  return [
    ...violation(
      "Every reading has every token once",
      readings.filter(({ rowIds }) => [...rowIds].sort().join() !== sorted),
    ),
    ...violation(
      "Of the moves from one version, one succeeds",
      repeated(moves.map(({ input }) => `${input.row} ${input.expectedVersion}`)),
    ),
    ...violation(
      "A token is where its last move has left it",
      rows.filter(({ id, version, values }) => {
        const own = byToken.get(id) ?? [];
        const last = own.find(({ input }) => input.expectedVersion === version - 1);
        if (version !== own.length + 1) return true;
        return last !== undefined && (last.input.values as { holder: string }).holder !== values.holder;
      }),
    ),
    ...violation(
      "The events of a token have each of its versions once, in order",
      rows
        .filter(({ id, version }) => {
          const made = versionsOf.get(id) ?? [];
          return made.length !== version - 1 || made.some((one, at) => one !== at + 2);
        })
        .map(({ id, version }) => ({ id, version, events: versionsOf.get(id) })),
    ),
  ];
}

const updatesIn = (events: readonly JournalEvent[]): FinalRow[] =>
  events.filter(({ type }) => type === "bases.row.updated").map(({ data }) => data.row as FinalRow);
