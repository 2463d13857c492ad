import { omitUndefined, type Static, T } from "@postern/core";
import { Recipients } from "../encryption.ts";
import { folderIn, nextAt, type Policy, type ScheduleState } from "./policy.ts";

export const Backup = T.Object({
  path: T.String({ description: "File name" }),
  createdAt: T.Integer({ description: "When the file was written, Unix milliseconds" }),
  bytes: T.Integer({ description: "Size, in bytes" }),
  encrypted: T.Boolean({ description: "Whether it is encrypted, in the age format" }),
  scheduled: T.Boolean({ description: "Whether the backup policy made it, and removes it again" }),
  folder: T.String({ description: "Absolute path of its folder" }),
});

export const BackupPolicy = T.Object({
  enabled: T.Boolean({ description: "Whether backups are made by themselves" }),
  everyHours: T.Integer({ description: "Hours between backups" }),
  keep: T.Integer({ description: "Number of scheduled backups to keep" }),
  folder: T.String({ description: "Absolute path of the folder of scheduled backups" }),
  recipients: T.Optional(T.Array(T.String(), { description: Recipients.description as string })),
  nextAt: T.Optional(T.Integer({ description: "When the next backup is made, Unix milliseconds" })),
  last: T.Optional(
    T.Object(
      {
        path: T.String({ description: "Path of the backup; relative to the data folder if it is in there" }),
        at: T.Integer({ description: "When it was completed, Unix milliseconds" }),
        bytes: T.Integer({ description: "Size, in bytes" }),
        host: T.Optional(T.String({ description: "Machine that has the file" })),
      },
      { description: "The last backup that was completed and verified" },
    ),
  ),
  failure: T.Optional(
    T.Object(
      {
        at: T.Integer({ description: "Time of the last attempt, Unix milliseconds" }),
        reason: T.String({ description: "Reason of the last attempt" }),
        attempts: T.Integer({ description: "Number of failed attempts since the last backup" }),
      },
      { description: "Failed attempts since the last backup" },
    ),
  ),
});

export function showPolicy(
  policy: Policy,
  state: ScheduleState,
  data: string,
  now: number,
): Static<typeof BackupPolicy> {
  const { enabled, everyHours, keep, recipients } = policy;
  return omitUndefined({
    ...{ enabled, everyHours, keep, folder: folderIn(policy, data) },
    recipients: recipients && [...recipients],
    nextAt: enabled ? Math.max(now, nextAt(policy, state, now)) : undefined,
    ...{ last: state.last, failure: state.failure },
  });
}
