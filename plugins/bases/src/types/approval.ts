import { is, isNot, type ValueType } from "./value-type.ts";

export const DECISIONS = ["pending", "approved", "rejected"] as const;

/** Who decided, and when; kept with the decision. */
export interface Approval {
  readonly status: (typeof DECISIONS)[number];
  readonly by: string;
  readonly at: string;
}

/** Given as the word alone; who gives it must be an approver, which is looked at where rows are written. */
export const approval: ValueType = {
  settings: ["approvers"],
  read: (given) =>
    DECISIONS.some((word) => word === given) ? is(given) : isNot(`must be one of ${DECISIONS.join(", ")}`),
  parse: () => isNot("is given by an approver, row by row"),
  show: (value) => value,
  write: (value) => (value as Approval).status,
};
