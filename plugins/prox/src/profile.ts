import type { Reads } from "@postern/core";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { type ProfileRecord, profiles } from "./collections.ts";
import { damageOf } from "./damage.ts";
import { ProfileBroken, ProfileNotFound, ProfileReadOnly } from "./errors.ts";
import type { Profile } from "./schemas.ts";

/** A stored profile as callers see it. */
export function showRecord(catalogue: Catalogue, record: ProfileRecord): Profile {
  const { id, createdAt, updatedAt, ...content } = record;
  const overrides = catalogue.find(id) !== undefined;
  return { id, ...content, source: "store", ...(overrides && { overrides }), createdAt, updatedAt };
}

/** The profile that stands under an id: the stored one, else a catalogue's; 404 where there is none. */
export async function profileOf(catalogue: Catalogue, store: Reads, profileId: string): Promise<Profile> {
  const record = await store.get(profiles, profileId);
  if (record) return showRecord(catalogue, whole(record));
  const profile = catalogue.find(profileId);
  if (profile) return profile;
  const broken = catalogue.broken(profileId);
  throw broken
    ? ProfileBroken({ profileId, reason: broken.message, source: broken.source })
    : ProfileNotFound({ profileId });
}

/** The stored profile, or 404, or 409 where only a catalogue has it or it is damaged. */
export const recordOf = async (catalogue: Catalogue, store: Reads, profileId: string): Promise<ProfileRecord> =>
  whole(await anyRecordOf(catalogue, store, profileId));

/** The same, damaged or not. */
export async function anyRecordOf(catalogue: Catalogue, store: Reads, profileId: string): Promise<ProfileRecord> {
  const record = await store.get(profiles, profileId);
  if (record) return record;
  if (catalogue.find(profileId)) throw ProfileReadOnly({ profileId });
  throw ProfileNotFound({ profileId });
}

function whole(record: ProfileRecord): ProfileRecord {
  const damage = damageOf(record);
  if (damage) throw ProfileBroken({ profileId: record.id, reason: damage.message, source: "store" });
  return record;
}
