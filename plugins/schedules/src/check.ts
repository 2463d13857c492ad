import type { Check, Finding } from "@postern/kit/checks";
import { EVERYBODY, lastRuns, type ScheduleRecord, schedules, timings } from "./collections.ts";
import { durationText, isKeyEnded } from "./runs/message.ts";

const MINUTE = 60_000;
/** Failed runs are no longer reported after this time, in milliseconds. */
const FORGOTTEN = 7 * 24 * 60 * MINUTE;
const MAX_FINDINGS = 20;

/** Reports schedules whose last run failed, whose key has ended, or that are late. */
export const schedulesCheck: Check = {
  name: "schedules",
  async run({ store, now }) {
    const enabled = await store.count(schedules, { by: "byViewer", prefix: [EVERYBODY, "enabled"] });
    const all = await store.count(schedules, { by: "byViewer", prefix: [EVERYBODY, "any"] });
    const failed = { by: "byTrouble", from: [now - FORGOTTEN], reverse: true, limit: MAX_FINDINGS } as const;
    const [late] = (await store.find(timings, { by: "byDue", to: [now - MINUTE], limit: 1 })).items;
    const [first] = (await store.find(timings, { by: "byDue", limit: 1 })).items;
    const findings: Finding[] = [];
    for (const run of (await store.find(lastRuns, failed)).items) {
      const { schedule, message, finishedAt } = run;
      // Reported below, with what ended.
      if (isKeyEnded(run)) continue;
      findings.push({
        id: "schedules.run_failed",
        severity: "warning",
        evidence: `The last run of schedule ${schedule} ended at ${new Date(finishedAt).toISOString()}: ${message}`,
        fix: `postern schedules show ${schedule}`,
      });
    }
    for (const reason of ["key_ended", "times_invalid"] as const) {
      const stopped = { by: "byReason", prefix: [reason], limit: MAX_FINDINGS } as const;
      findings.push(...(await store.find(schedules, stopped)).items.map(stoppedBy[reason]));
    }
    if (late?.nextDueAt !== undefined)
      findings.push({
        id: "schedules.late",
        severity: "error",
        evidence: `Schedule ${late.schedule} has been due for ${durationText(now - late.nextDueAt)}, and no run was added`,
        fix: "postern service status",
      });
    const next = first?.nextDueAt;
    const detail = next !== undefined && { detail: `the next one is due at ${new Date(next).toISOString()}` };
    return { items: [{ name: "schedules", value: `${enabled} of ${all} enabled`, ...detail }], findings };
  },
};

/** Why a schedule was disabled by itself. */
const stoppedBy = {
  key_ended: ({ id, contextId }: ScheduleRecord): Finding => ({
    id: "schedules.key_ended",
    severity: "error",
    evidence: `Schedule ${id} is disabled, because its context ${contextId}, or one above it, was revoked or has expired`,
    fix: `postern schedules show ${id}`,
  }),
  times_invalid: ({ id }: ScheduleRecord): Finding => ({
    id: "schedules.times_invalid",
    severity: "error",
    evidence: `Schedule ${id} is disabled, because its due times cannot be computed on this machine`,
    fix: `postern schedules preview --id ${id}`,
  }),
};
