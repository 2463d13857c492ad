import { type Fault, faultOf } from "./catalogue/fault.ts";
import type { Diagnostic, Profile } from "./schemas.ts";

/** What is wrong with a profile as the store holds it: another version, or a hand, may have left it so. */
export function damageOf(record: Partial<Profile>): Fault | undefined {
  const { id, source: _, plugin: __, overrides: ___, createdAt, updatedAt, ...said } = record;
  if (typeof createdAt !== "number" || typeof updatedAt !== "number")
    return { message: "createdAt and updatedAt must be numbers" };
  if (said.tags === undefined || said.enabled === undefined || said.voicemailPolicy === undefined)
    return { message: "tags, enabled and voicemailPolicy must be there" };
  return faultOf({ profileId: id, ...said });
}

/** Whether a profile can be shown. Those of catalogues were looked at when they were offered. */
export const isWhole = (profile: Partial<Profile>): boolean =>
  profile.source !== "store" || damageOf(profile) === undefined;

export const diagnosticOf = (profile: Partial<Profile>): Diagnostic => ({
  code: "invalid_profile",
  severity: "error",
  source: "store",
  profileId: String(profile.id),
  message: "It is damaged",
  ...damageOf(profile),
});
