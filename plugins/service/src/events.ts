import { defineEvent, T } from "@postern/core";

export const backupMade = defineEvent("service.backup.made", {
  summary: "A backup was created",
  data: T.Object({ path: T.String(), records: T.Integer(), blobs: T.Integer(), bytes: T.Integer() }),
  subject: ({ path }) => path,
});
