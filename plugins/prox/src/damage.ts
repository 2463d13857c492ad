import { type Fault, faultOf } from "./catalogue/fault.ts";
import type { Diagnostic, Profile } from "./schemas.ts";

/** The problem of a stored profile. Another version of the program or manual changes may have damaged it. */
export function damageOf(record: Partial<Profile>): Fault | undefined {
  const { id, source: _, plugin: __, overrides: ___, createdAt, updatedAt, ...fields } = record;
  if (typeof createdAt !== "number" || typeof updatedAt !== "number")
    return { message: "createdAt and updatedAt must be numbers" };
  if (fields.tags === undefined || fields.enabled === undefined || fields.voicemailPolicy === undefined)
    return { message: "tags, enabled and voicemailPolicy must be present" };
  return faultOf({ profileId: id, ...fields });
}

/** Whether a profile is valid. Only stored profiles are checked, since catalogues are validated at registration. */
export const isIntact = (profile: Partial<Profile>): boolean =>
  profile.source !== "store" || damageOf(profile) === undefined;

export const diagnosticOf = (profile: Partial<Profile>): Diagnostic => ({
  code: "invalid_profile",
  severity: "error",
  source: "store",
  profileId: String(profile.id),
  message: "The profile is damaged",
  ...damageOf(profile),
});
