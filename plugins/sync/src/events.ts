import { defineEvent, T } from "@postern/core";
import { ConflictSummary, DomainId, Link } from "./schemas.ts";

const ofLink = (summary: string) => ({
  summary,
  data: T.Object({ link: Link }),
  subject: ({ link }: { link: { installationId: string } }) => link.installationId,
});
const ofDomain = (summary: string) => ({
  summary,
  data: T.Object({ domain: DomainId }),
  subject: ({ domain }: { domain: string }) => domain,
});
const ofConflict = (summary: string) => ({
  summary,
  data: T.Object({ conflict: ConflictSummary }),
  subject: ({ conflict }: { conflict: { id: string } }) => conflict.id,
});

export const linkCreated = defineEvent("sync.link.made", ofLink("A gateway was linked"));
export const linkChanged = defineEvent(
  "sync.link.changed",
  ofLink("The state of the link changed to running, waiting or stopped"),
);
export const linkRemoved = defineEvent("sync.link.removed", {
  summary: "A gateway was unlinked",
  data: T.Object({ installationId: T.String() }),
  subject: ({ installationId }) => installationId,
});

export const domainEnabled = defineEvent("sync.domain.enabled", ofDomain("Sync of a group was enabled"));
export const domainDisabled = defineEvent("sync.domain.disabled", ofDomain("Sync of a group was disabled"));
export const cursorsReset = defineEvent(
  "sync.cursors.reset",
  ofDomain("The cursors of a group were reset, so that all its records are exchanged again"),
);

export const conflictFound = defineEvent(
  "sync.conflict.found",
  ofConflict("A conflict was found: a record was changed on both gateways"),
);
export const conflictResolved = defineEvent("sync.conflict.resolved", {
  ...ofConflict("A conflict was resolved"),
  data: T.Object({ conflict: ConflictSummary, keep: T.String() }),
});
