import type { FinalState } from "../final.ts";
import type { PropertyRound } from "../history.ts";
import { repeated, type Violation, violation } from "./violation.ts";

/** There is at most one live property with a key, and a restored one comes back with its values. */
export function checkProperties(rounds: readonly PropertyRound[], properties: FinalState["properties"]): Violation[] {
  const count = (answers: readonly boolean[]) => answers.filter(Boolean).length;
  const isRestored = ({ restored }: PropertyRound) => count(restored) > 0;
  return [
    ...violation(
      "Of two deletions of a property, one succeeds",
      rounds.filter(({ deleted }) => count(deleted) !== 1),
    ),
    ...violation(
      "Of a creation and two restorations with one key, one succeeds",
      rounds.filter(({ recreated, restored }) => count([recreated, ...restored]) !== 1),
    ),
    ...violation(
      "A key has one live property",
      rounds.filter(({ live }) => live.length !== 1),
    ),
    ...violation(
      "The live property is the one whose creation or restoration succeeded",
      rounds.filter((round) => isRestored(round) !== round.live.includes(round.propertyId)),
    ),
    ...violation(
      "Values come back with a restored property, and only then",
      rounds.filter((round) => round.value !== (isRestored(round) ? round.propertyId : undefined)),
    ),
    ...violation("A key has at most one live property at the end", repeated(properties.map(({ key }) => key))),
  ];
}
