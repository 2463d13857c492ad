import type { Reads } from "@postern/core";
import { type Check, type Finding, gauge } from "@postern/kit/checks";
import { approvals, identities } from "./collections.ts";

const MAX_COUNT = 1_000;
const DAY = 24 * 60 * 60_000;

/** Reports how many commands wait for a decision, executions whose outcome is unclear, and identities that are paused. */
export const approvalsCheck: Check = {
  name: "approvals",
  async run({ store, now }) {
    const waiting = await countWaiting(store);
    const failed = { by: "byStatus", prefix: ["failed"], reverse: true, limit: 20 } as const;
    const { items } = await store.find(approvals, failed);
    const findings = items
      .filter(({ outcome, endedAt = 0 }) => outcome?.unclear === true && now - endedAt < DAY)
      .map(
        ({ id, operation, outcome }): Finding => ({
          id: "approvals.outcome_unclear",
          severity: "warning",
          evidence: `The effect of the approved command ${operation} is unclear: ${outcome?.message ?? ""}`,
          fix: `postern approvals show ${id}`,
        }),
      );
    const paused = await store.find(identities, { by: "byPause", from: [now + 1], limit: 20 });
    for (const { id, chatId, pausedUntil = 0 } of paused.items)
      findings.push({
        id: "approvals.identity_paused",
        severity: "warning",
        evidence: `Replies of identity ${id} in chat ${chatId} are ignored until ${new Date(pausedUntil).toISOString()}, because of wrong codes`,
        fix: `postern approvals identities show ${id}`,
      });
    return { items: [{ name: "approvals", value: `${waiting} waiting` }], findings };
  },
  metrics: async ({ store }) => [
    gauge(
      "postern_approvals_waiting",
      "Commands and requests that wait for a decision, counted up to 1,000",
      await countWaiting(store),
    ),
  ],
};

async function countWaiting(store: Reads): Promise<number> {
  const countOf = (status: string) => store.count(approvals, { by: "byStatus", prefix: [status], limit: MAX_COUNT });
  return (await countOf("pending")) + (await countOf("stale"));
}
