import { defineRecord, type Reads } from "@postern/core";
import { folderOf } from "./back-up.ts";

export const HOUR = 60 * 60 * 1000;

/** When backups are made by themselves, and how many are kept. */
export interface Policy {
  readonly enabled: boolean;
  readonly everyHours: number;
  readonly keep: number;
  /** An absolute path; the folder `backups` of the data folder by default. */
  readonly folder?: string;
  readonly recipients?: readonly string[];
  /** The context that set it last; absent from before creators were stored. */
  readonly createdBy?: string;
  /** Changes with the policy: scheduled work for another revision is void. */
  readonly revision: string;
}

/** What the schedule has done. */
export interface ScheduleState {
  readonly last?: { readonly path: string; readonly at: number; readonly bytes: number; readonly host?: string };
  /** The failures since the last success. */
  readonly failure?: { readonly at: number; readonly reason: string; readonly attempts: number };
}

export const policies = defineRecord<Policy>("service.backup-policy");
export const scheduleStates = defineRecord<ScheduleState>("service.backup-schedule");

const DEFAULT: Policy = { enabled: false, everyHours: 24, keep: 7, revision: "none" };

export const readPolicy = async (store: Pick<Reads, "read">): Promise<Policy> =>
  (await store.read(policies)) ?? DEFAULT;

export const readSchedule = async (store: Pick<Reads, "read">): Promise<ScheduleState> =>
  (await store.read(scheduleStates)) ?? {};

/** The folder of scheduled backups. */
export const folderIn = ({ folder }: Pick<Policy, "folder">, data: string): string => folder ?? folderOf(data);

/** Delays after failures, in milliseconds; the last one repeats. */
const RETRIES = [5, 15, 60].map((minutes) => minutes * 60_000);

/** When the next backup is due, in Unix milliseconds. */
export function nextAt({ everyHours }: Policy, { last, failure }: ScheduleState, now: number): number {
  if (failure) return failure.at + (RETRIES[Math.min(failure.attempts, RETRIES.length) - 1] as number);
  // The clock may have been set back.
  return last === undefined ? now : Math.min(last.at, now) + everyHours * HOUR;
}
