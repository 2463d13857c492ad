import { inbox } from "./inbox.ts";
import { Conflict, ConflictSummary, Counters, Domain, Link, Page, PagedParcel, Parcel, Result } from "./schemas.ts";

/** Schemas shared by several operations or events, under their names in generated clients. */
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
