import { defineEvent, T } from "@postern/core";
import { ConflictSummary, DomainId, Link } from "./schemas.ts";

const link = T.Object({ link: Link });
const subject = ({ link }: { link: { installationId: string } }) => link.installationId;

export const linkCreated = defineEvent("sync.link.made", { summary: "A gateway was linked", data: link, subject });
export const linkChanged = defineEvent("sync.link.changed", {
  summary: "The state of the link changed to running, waiting or stopped",
  data: link,
  subject,
});
export const linkRemoved = defineEvent("sync.link.removed", {
  summary: "A gateway was unlinked",
  data: T.Object({ installationId: T.String() }),
  subject: ({ installationId }) => installationId,
});

const domain = T.Object({ domain: DomainId });
const ofDomain = ({ domain }: { domain: string }) => domain;

export const domainEnabled = defineEvent("sync.domain.enabled", {
  summary: "Sync of a group was enabled",
  data: domain,
  subject: ofDomain,
});
export const domainDisabled = defineEvent("sync.domain.disabled", {
  summary: "Sync of a group was disabled",
  data: domain,
  subject: ofDomain,
});
export const cursorsReset = defineEvent("sync.cursors.reset", {
  summary: "The cursors of a group were reset, so that all its records are exchanged again",
  data: domain,
  subject: ofDomain,
});

const conflict = T.Object({ conflict: ConflictSummary });
const ofConflict = ({ conflict }: { conflict: { id: string } }) => conflict.id;

export const conflictFound = defineEvent("sync.conflict.found", {
  summary: "A conflict was found: a record was changed on both gateways",
  data: conflict,
  subject: ofConflict,
});
export const conflictResolved = defineEvent("sync.conflict.resolved", {
  summary: "A conflict was resolved",
  data: T.Object({ conflict: ConflictSummary, keep: T.String() }),
  subject: ofConflict,
});
