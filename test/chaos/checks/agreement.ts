import { isDeepStrictEqual } from "node:util";
import type { FinalState } from "../final.ts";
import { type Violation, violation } from "./violation.ts";

/** All gateways answer the same about everything, and no record is damaged. */
export function checkAgreement(states: readonly FinalState[]): Violation[] {
  const [first, ...others] = states as [FinalState, ...FinalState[]];
  const members = Object.keys(first) as (keyof FinalState)[];
  return [
    ...violation(
      "All gateways agree",
      others.flatMap((other, at) =>
        members
          .filter((member) => member !== "verified" && !isDeepStrictEqual(first[member], other[member]))
          .map((member) => ({ gateway: at + 1, member, first: first[member], other: other[member] })),
      ),
    ),
    ...violation(
      "No record is damaged or lost",
      states.map(({ verified }) => verified).filter((found) => found?.damaged !== 0 || !isEmpty(found.lost)),
    ),
  ];
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;
