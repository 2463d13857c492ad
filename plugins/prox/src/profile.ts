import type { Reads } from "@postern/core";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { type ProfileRecord, profiles } from "./collections.ts";
import { damageOf } from "./damage.ts";
import { ProfileBroken, ProfileNotFound, ProfileReadOnly } from "./errors.ts";
import type { Profile } from "./schemas.ts";

/** The public form of a stored profile. */
export function showRecord(catalogue: Catalogue, record: ProfileRecord): Profile {
  const { id, createdAt, updatedAt, ...content } = record;
  const overrides = catalogue.find(id) !== undefined;
  return { id, ...content, source: "store", ...(overrides && { overrides }), createdAt, updatedAt };
}

/** The effective profile for an id: the stored one, or a catalogue's. Throws 404 if it does not exist. */
export async function profileOf(catalogue: Catalogue, store: Reads, profileId: string): Promise<Profile> {
  const record = await store.get(profiles, profileId);
  if (record) return showRecord(catalogue, intact(record));
  const profile = catalogue.find(profileId);
  if (profile) return profile;
  const broken = catalogue.broken(profileId);
  throw broken
    ? ProfileBroken({ profileId, reason: broken.message, source: broken.source })
    : ProfileNotFound({ profileId });
}

/** The stored profile. Throws 404 if it does not exist, and 409 if it is damaged or belongs to a catalogue. */
export const recordOf = async (catalogue: Catalogue, store: Reads, profileId: string): Promise<ProfileRecord> =>
  intact(await anyRecordOf(catalogue, store, profileId));

/** The same, but also returns damaged profiles. */
export async function anyRecordOf(catalogue: Catalogue, store: Reads, profileId: string): Promise<ProfileRecord> {
  const record = await store.get(profiles, profileId);
  if (record) return record;
  if (catalogue.find(profileId)) throw ProfileReadOnly({ profileId });
  throw ProfileNotFound({ profileId });
}

function intact(record: ProfileRecord): ProfileRecord {
  const damage = damageOf(record);
  if (damage) throw ProfileBroken({ profileId: record.id, reason: damage.message, source: "store" });
  return record;
}
