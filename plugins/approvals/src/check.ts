import type { Check, Finding } from "@postern/core/checks";
import { approvals } from "./collections.ts";

const MAX_COUNT = 1_000;
const DAY = 24 * 60 * 60_000;

/** Reports how many commands wait for a decision, and executions whose outcome is unclear. */
export const approvalsCheck: Check = {
  name: "approvals",
  async run({ store, now }) {
    const countOf = (status: string) => store.count(approvals, { by: "byStatus", prefix: [status], limit: MAX_COUNT });
    const waiting = (await countOf("pending")) + (await countOf("stale"));
    const failed = { by: "byStatus", prefix: ["failed"], reverse: true, limit: 20 } as const;
    const { items } = await store.find(approvals, failed);
    const findings = items
      .filter(({ outcome, endedAt = 0 }) => outcome?.unclear === true && now - endedAt < DAY)
      .map(
        ({ id, operation, outcome }): Finding => ({
          id: "approvals.outcome_unclear",
          severity: "warning",
          evidence: `It is unclear what the approved command ${operation} has done: ${outcome?.message ?? ""}`,
          fix: `postern approvals show ${id}`,
        }),
      );
    return { items: [{ name: "approvals", value: `${waiting} waiting` }], findings };
  },
};
