import { invalid, type ValueType, valid } from "./value-type.ts";

export const DECISIONS = ["pending", "approved", "rejected"] as const;

/** A decision as it is stored. */
export interface Approval {
  readonly status: (typeof DECISIONS)[number];
  readonly by: string;
  readonly at: string;
}

/** Callers send the status alone. The writing of rows checks whether the caller may decide. */
export const approval: ValueType = {
  settings: ["approvers"],
  read: (given) =>
    DECISIONS.some((word) => word === given) ? valid(given) : invalid(`must be one of ${DECISIONS.join(", ")}`),
  parse: () => invalid("cannot be imported: an approver must set it for each row"),
  show: (value) => value,
  write: (value) => (value as Approval).status,
};
