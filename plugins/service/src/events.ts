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

const Named = T.Object({ gateway: T.String(), host: T.String() });

export const gatewayDrained = defineEvent("service.gateway.drained", {
  summary: "A gateway was asked to leave its work to the others",
  data: Named,
  subject: ({ gateway }) => gateway,
});

export const gatewayResumed = defineEvent("service.gateway.resumed", {
  summary: "A drained gateway was asked to take part in the work again",
  data: Named,
  subject: ({ gateway }) => gateway,
});

export const gatewayLost = defineEvent("service.gateway.lost", {
  summary: "A gateway has ended unexpectedly, or does not report",
  data: T.Object({ ...Named.properties, reportedAt: T.Integer() }),
  subject: ({ gateway }) => gateway,
});
