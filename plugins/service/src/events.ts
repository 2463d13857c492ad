import { defineEvent, T } from "@postern/core";

export const backupMade = defineEvent("service.backup.made", {
  summary: "A backup was created",
  data: T.Object({ path: T.String(), records: T.Integer(), blobs: T.Integer(), bytes: T.Integer() }),
  subject: ({ path }) => path,
});

export const backupFailed = defineEvent("service.backup.failed", {
  summary: "A scheduled backup failed and is retried",
  data: T.Object({ reason: T.String(), attempts: T.Integer() }),
});
