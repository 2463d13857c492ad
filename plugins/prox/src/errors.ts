import { defineError, T } from "@postern/core";
import { Origin } from "./schemas.ts";

const profile = T.Object({ profileId: T.String() });

export const ProfileNotFound = defineError("prox.profile_not_found", {
  status: 404,
  data: profile,
  message: ({ profileId }) => `There is no call profile ${profileId}`,
  fix: () => "postern prox calls profiles list",
});

export const ProfileExists = defineError("prox.profile_exists", {
  status: 409,
  data: profile,
  message: ({ profileId }) => `There is a call profile ${profileId} already`,
  fix: ({ profileId }) => `postern prox calls profiles update --profileId ${profileId}`,
});

export const ProfileReadOnly = defineError("prox.profile_read_only", {
  status: 409,
  data: profile,
  message: ({ profileId }) =>
    `The call profile ${profileId} is a catalogue's and stays as it is; one of your own of the same id takes its place`,
  fix: ({ profileId }) => `postern prox calls profiles create --profileId ${profileId} --from ${profileId}`,
});

export const ProfileBroken = defineError("prox.profile_broken", {
  status: 409,
  data: T.Object({ profileId: T.String(), reason: T.String(), source: Origin }),
  message: ({ profileId, reason }) => `The call profile ${profileId} cannot be used: ${reason}`,
  fix: ({ profileId, source }) =>
    source === "store"
      ? `postern prox calls profiles remove --profileId ${profileId}`
      : "postern prox calls profiles list",
});
