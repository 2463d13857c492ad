import type { DatabaseState } from "../database.ts";
import { repeated, type Violation, violation } from "./violation.ts";

/** Events have unique ids in increasing order without gaps in a commit, and lists are what the database holds. */
export function checkJournal(listed: readonly string[], database: DatabaseState): Violation[] {
  const { eventIds, numbers, repeatedFlights, highestVersion } = database;
  const inDatabase = new Set(eventIds);
  const inList = new Set(listed);
  return [
    ...violation("An event is listed once", repeated(listed)),
    ...violation("Events are listed in the order of the journal", stepsBack(listed)),
    ...violation("The events of a commit have no gap", gaps(listed)),
    ...violation(
      "Every listed event is in the database",
      listed.filter((id) => !inDatabase.has(id)),
    ),
    ...violation(
      "Every event in the database is listed",
      eventIds.filter((id) => !inList.has(id)),
    ),
    ...violation(
      "Numbers of commits increase in the order in which they were written",
      numbers.filter((number, at) => at > 0 && number <= (numbers[at - 1] as number)),
    ),
    ...violation("A transaction is written once", repeatedFlights),
    ...violation(
      "No record is newer than the last commit",
      highestVersion > (numbers.at(-1) ?? 0) ? [{ highestVersion, last: numbers.at(-1) }] : [],
    ),
  ];
}

const partsOf = (id: string): [number: number, place: number] => id.split(".").map(Number) as [number, number];

function stepsBack(ids: readonly string[]): string[] {
  return ids.filter((id, at) => {
    if (at === 0) return false;
    const [number, place] = partsOf(id);
    const [before, placeBefore] = partsOf(ids[at - 1] as string);
    return number < before || (number === before && place < placeBefore);
  });
}

/** Events whose place does not follow the one before it. The place 0 is that of a command, which not every commit has. */
function gaps(ids: readonly string[]): string[] {
  return ids.filter((id, at) => {
    const [number, place] = partsOf(id);
    const [before, placeBefore] = at === 0 ? [-1, -1] : partsOf(ids[at - 1] as string);
    return number === before ? place > placeBefore + 1 : place > 1;
  });
}
