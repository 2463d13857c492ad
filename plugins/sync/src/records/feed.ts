import { setImmediate as turn } from "node:timers/promises";
import { digestOf, type Reads } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/kit/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { mayTouch, type Rights } from "../rights.ts";
import { MAX_BODY, MAX_BYTES, MAX_RECORDS, type Parcel } from "../schemas.ts";
import { wireOf } from "./unknown.ts";

/** A larger record is skipped, because it would block all others. No group has one. */
const MAX_RECORD_BYTES = MAX_BODY - 2 ** 20;
/** Number of records read before other work gets its turn. */
const STRETCH = 20;

/** A position in the changes. */
interface Place {
  readonly number: number;
  readonly turn: number;
}
export const cursorOf = ({ number, turn }: Place): string => `${number}.${turn}`;

function placeOf(cursor: string): Place {
  const [number = 0, turn = 0] = cursor.split(".").map(Number);
  return { number, turn };
}

/** The remaining capacity of a response. */
export interface Capacity {
  records: number;
  bytes: number;
  /** Number of changes that may still be scanned. Changes that the reader already has take no space, but time. */
  looks: number;
}
export const createCapacity = (records: number = MAX_RECORDS): Capacity => ({
  records,
  bytes: MAX_BYTES,
  looks: 1_000,
});

export interface Portion {
  readonly records: Omit<Parcel, "domain">[];
  /** Position after the last scanned change; absent if there is none. */
  readonly cursor?: string;
  readonly more: boolean;
}

const after = (cursor: string | undefined) => {
  if (cursor === undefined) return {};
  const { number, turn } = placeOf(cursor);
  return { from: [number, turn + 1] };
};

interface ChangesQuery {
  readonly domain: SyncDomain;
  readonly kind: string;
  readonly cursor: string | undefined;
  readonly reader: string;
  readonly rights: Rights;
}

const nameOf = ({ name }: TrackedRecord) => name as unknown as RecordName;

/** The changes of a kind after a cursor, without those that came from the reading gateway or that it may not see. */
export async function changesOf(
  store: Reads,
  { domain, kind, cursor, reader, rights }: ChangesQuery,
  capacity: Capacity,
): Promise<Portion> {
  const records: Portion["records"] = [];
  let last = cursor;
  while (capacity.looks > 0 && capacity.records > 0 && capacity.bytes > 0) {
    const limit = Math.min(100, capacity.looks);
    const found = await store.find(tracked, { by: "byChange", prefix: [domain.id, kind], ...after(last), limit });
    for (const record of found.items) {
      capacity.looks--;
      const isSent = record.from !== reader && (await mayTouch(rights, store, domain, nameOf(record)));
      const parcel = isSent ? await parcelOf(store, domain, record) : undefined;
      const bytes = parcel ? Buffer.byteLength(JSON.stringify(parcel)) : 0;
      // The first record is sent regardless of its size; otherwise it would never be sent.
      if (parcel && bytes > capacity.bytes && capacity.bytes < MAX_BYTES) return portion(true);
      last = cursorOf(record);
      if (!parcel || bytes > MAX_RECORD_BYTES) continue;
      records.push(parcel);
      if (records.length % STRETCH === 0) await turn();
      capacity.records--;
      capacity.bytes -= bytes;
      if (capacity.records === 0 || capacity.bytes <= 0) return portion(true);
    }
    if (found.next === undefined) return portion(false);
  }
  return portion(true);

  function portion(more: boolean): Portion {
    return { records, more, ...(last !== undefined && { cursor: last }) };
  }
}

/** A record in transit; undefined if it was changed since, because that change follows later. */
export async function parcelOf(
  store: Reads,
  domain: SyncDomain,
  { name, vector, digest, extra }: TrackedRecord,
): Promise<Omit<Parcel, "domain"> | undefined> {
  const wire = await wireOf(domain, store, name as unknown as RecordName, extra);
  if ((wire && digestOf(wire)) !== digest) return undefined;
  return { name, vector, ...(wire && { wire }) };
}

/** Number of changes after a cursor, counted up to 10,000. */
export const countAfter = (store: Reads, domain: string, kind: string, cursor: string | undefined) =>
  store.count(tracked, { by: "byChange", prefix: [domain, kind], ...after(cursor) });

/**
 * Whether a cursor is valid for this feed. A cursor of a former store is not, and reading starts from the beginning.
 */
export const isKnown = (cursor: string, newest: number): boolean => placeOf(cursor).number <= newest;
