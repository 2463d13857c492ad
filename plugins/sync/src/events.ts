import { defineEvent, T } from "@postern/core";
import { ConflictSummary, DomainId, Link } from "./schemas.ts";

const link = T.Object({ link: Link });
const subject = ({ link }: { link: { installationId: string } }) => link.installationId;

export const linkMade = defineEvent("sync.link.made", { summary: "Another gateway was linked", data: link, subject });
export const linkChanged = defineEvent("sync.link.changed", {
  summary: "The exchange with the other gateway runs again, waits, or was stopped, with the reason",
  data: link,
  subject,
});
export const linkRemoved = defineEvent("sync.link.removed", {
  summary: "The other gateway is no longer linked",
  data: T.Object({ installationId: T.String() }),
  subject: ({ installationId }) => installationId,
});

const domain = T.Object({ domain: DomainId });
const ofDomain = ({ domain }: { domain: string }) => domain;

export const domainEnabled = defineEvent("sync.domain.enabled", {
  summary: "A group's records are exchanged from now on",
  data: domain,
  subject: ofDomain,
});
export const domainDisabled = defineEvent("sync.domain.disabled", {
  summary: "A group's records are exchanged no more",
  data: domain,
  subject: ofDomain,
});
export const cursorsReset = defineEvent("sync.cursors.reset", {
  summary: "All of a group's records are exchanged anew",
  data: domain,
  subject: ofDomain,
});

const conflict = T.Object({ conflict: ConflictSummary });
const ofConflict = ({ conflict }: { conflict: { id: string } }) => conflict.id;

export const conflictFound = defineEvent("sync.conflict.found", {
  summary: "A record was changed on two gateways; one version was kept, the other lost",
  data: conflict,
  subject: ofConflict,
});
export const conflictResolved = defineEvent("sync.conflict.resolved", {
  summary: "Somebody decided which version of a record stays",
  data: T.Object({ conflict: ConflictSummary, keep: T.String() }),
  subject: ofConflict,
});
