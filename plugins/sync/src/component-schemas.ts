import { inbox } from "./inbox.ts";
import { Conflict, ConflictSummary, Counters, Domain, Link, Page, PagedParcel, Parcel, Result } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  SyncQueueEntry: inbox.item,
  SyncConflict: ConflictSummary,
  SyncConflictDetails: Conflict,
  SyncCounters: Counters,
  SyncDomain: Domain,
  SyncLink: Link,
  SyncPage: Page,
  SyncPageRecord: PagedParcel,
  SyncRecord: Parcel,
  SyncResult: Result,
};
