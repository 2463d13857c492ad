import { setImmediate as turn } from "node:timers/promises";
import { digestOf, type Reads } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { mayTouch, type Rights } from "../rights.ts";
import { MOST_BODY, MOST_BYTES, MOST_RECORDS, type Parcel } from "../schemas.ts";
import { wireOf } from "./unknown.ts";

/** No group has a record that is larger: one that were would keep all others from going. */
const MOST_RECORD = MOST_BODY - 2 ** 20;
/** Records that are read before others get their turn. */
const STRETCH = 20;

/** A place between the changes. */
interface Place {
  readonly number: number;
  readonly turn: number;
}
export const cursorOf = ({ number, turn }: Place): string => `${number}.${turn}`;

function placeOf(cursor: string): Place {
  const [number = 0, turn = 0] = cursor.split(".").map(Number);
  return { number, turn };
}

/** What may still go into an answer. */
export interface Room {
  records: number;
  bytes: number;
  /** Changes that are looked at: those that the reader has need no place, and time nevertheless. */
  looks: number;
}
export const roomFor = (records: number = MOST_RECORDS): Room => ({ records, bytes: MOST_BYTES, looks: 1_000 });

export interface Portion {
  readonly records: Omit<Parcel, "domain">[];
  /** After the last change that was looked at; absent where there is none. */
  readonly cursor?: string;
  readonly more: boolean;
}

const after = (cursor: string | undefined) => {
  if (cursor === undefined) return {};
  const { number, turn } = placeOf(cursor);
  return { from: [number, turn + 1] };
};

interface Asked {
  readonly domain: SyncDomain;
  readonly kind: string;
  readonly cursor: string | undefined;
  readonly reader: string;
  readonly rights: Rights;
}

const nameOf = ({ name }: TrackedRecord) => name as unknown as RecordName;

/** The changes of a kind after a cursor, without those that the reader, a gateway, has told us itself or may not see. */
export async function changesOf(
  store: Reads,
  { domain, kind, cursor, reader, rights }: Asked,
  room: Room,
): Promise<Portion> {
  const records: Portion["records"] = [];
  let last = cursor;
  while (room.looks > 0 && room.records > 0 && room.bytes > 0) {
    const limit = Math.min(100, room.looks);
    const found = await store.find(tracked, { by: "byChange", prefix: [domain.id, kind], ...after(last), limit });
    for (const record of found.items) {
      room.looks--;
      const isSent = record.from !== reader && (await mayTouch(rights, store, domain, nameOf(record)));
      const parcel = isSent ? await parcelOf(store, domain, record) : undefined;
      const bytes = parcel ? Buffer.byteLength(JSON.stringify(parcel)) : 0;
      // The first one goes however large it is: else it would never go.
      if (parcel && bytes > room.bytes && room.bytes < MOST_BYTES) return portion(true);
      last = cursorOf(record);
      if (!parcel || bytes > MOST_RECORD) continue;
      records.push(parcel);
      if (records.length % STRETCH === 0) await turn();
      room.records--;
      room.bytes -= bytes;
      if (room.records === 0 || room.bytes <= 0) return portion(true);
    }
    if (found.next === undefined) return portion(false);
  }
  return portion(true);

  function portion(more: boolean): Portion {
    return { records, more, ...(last !== undefined && { cursor: last }) };
  }
}

/** A record as it travels; undefined where it was changed since: that change comes after this one. */
export async function parcelOf(
  store: Reads,
  domain: SyncDomain,
  { name, vector, digest, extra }: TrackedRecord,
): Promise<Omit<Parcel, "domain"> | undefined> {
  const wire = await wireOf(domain, store, name as unknown as RecordName, extra);
  if ((wire && digestOf(wire)) !== digest) return undefined;
  return { name, vector, ...(wire && { wire }) };
}

/** How many changes come after a cursor, counted up to 10,000. */
export const countAfter = (store: Reads, domain: string, kind: string, cursor: string | undefined) =>
  store.count(tracked, { by: "byChange", prefix: [domain, kind], ...after(cursor) });

/** Whether this feed can have given a cursor: one of a store that is gone leads to the beginning. */
export const isKnown = (cursor: string, newest: number): boolean => placeOf(cursor).number <= newest;
