import { stat } from "node:fs/promises";
import type { Reads } from "@postern/core";
import type { Finding } from "@postern/kit/checks";
import { folderOf } from "../backup.ts";
import { backupsIn } from "./files.ts";
import { folderIn, HOUR, readPolicy, readSchedule } from "./policy.ts";

const WEEK = 7 * 24 * HOUR;

interface Setting {
  readonly store: Reads;
  readonly data: string | undefined;
  readonly now: number;
}

/**
 * A backup that is too old: by twice the interval of the policy, or by a week without one; one that is missing; and one
 * that fails.
 */
export async function findingsOfBackups({ store, data, now }: Setting): Promise<Finding[]> {
  if (data === undefined) return [];
  const policy = await readPolicy(store);
  const { failure, last } = await readSchedule(store);
  const found: Finding[] = [];
  if (policy.enabled && failure) {
    const times = failure.attempts === 1 ? "once" : `${failure.attempts} times`;
    const evidence = `The scheduled backup failed ${times}, last at ${iso(failure.at)}: ${failure.reason}`;
    found.push({ id: "backup.failed", severity: "error", evidence, fix: "postern service backups policy" });
  }
  const here = (await backupsIn([folderOf(data), folderIn(policy, data)]))[0]?.createdAt;
  // The last scheduled one may be on another machine.
  const newest = policy.enabled && last ? Math.max(here ?? 0, last.at) : here;
  const limit = policy.enabled ? 2 * policy.everyHours * HOUR : WEEK;
  if (newest !== undefined && now - newest < limit) return found;
  const due = policy.enabled ? `, but one is due every ${policy.everyHours} hours` : "";
  const fix = "postern service backup";
  if (newest === undefined && now - (await createdAt(data)) < WEEK)
    return [...found, { id: "backup.none", severity: "info", evidence: "No backup exists yet", fix }];
  const evidence = newest === undefined ? "No backup exists" : `The newest backup was created at ${iso(newest)}${due}`;
  return [...found, { id: "backup.old", severity: "warning", evidence, fix }];
}

/** Unix milliseconds; 0 where the file system does not know. */
const createdAt = async (folder: string): Promise<number> => (await stat(folder)).birthtimeMs;

const iso = (time: number): string => new Date(time).toISOString();
