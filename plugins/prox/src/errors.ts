import { defineError, T } from "@postern/core";
import { Origin } from "./schemas.ts";

const profile = T.Object({ profileId: T.String() });

export const ProfileNotFound = defineError("prox.profile_not_found", {
  status: 404,
  data: profile,
  message: ({ profileId }) =>
    `Call profile "${profileId}" not found. List call profiles with "postern prox calls profiles list".`,
  fix: () => "postern prox calls profiles list",
});

export const ProfileExists = defineError("prox.profile_exists", {
  status: 409,
  data: profile,
  message: ({ profileId }) => `Call profile "${profileId}" already exists. Update it, or choose another id.`,
  fix: ({ profileId }) => `postern prox calls profiles update --profileId ${profileId}`,
});

export const ProfileReadOnly = defineError("prox.profile_read_only", {
  status: 409,
  data: profile,
  message: ({ profileId }) =>
    `Call profile "${profileId}" belongs to a catalogue and cannot be changed. To override it, create one with the same id.`,
  fix: ({ profileId }) => `postern prox calls profiles create --profileId ${profileId} --from ${profileId}`,
});

export const ProfileBroken = defineError("prox.profile_broken", {
  status: 409,
  data: T.Object({ profileId: T.String(), reason: T.String(), source: Origin }),
  message: ({ profileId, reason }) => `Call profile "${profileId}" is invalid: ${reason}.`,
  fix: ({ profileId, source }) =>
    source === "store"
      ? `postern prox calls profiles remove --profileId ${profileId}`
      : "postern prox calls profiles list",
});
