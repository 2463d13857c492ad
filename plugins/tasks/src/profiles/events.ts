import { defineEvent, T } from "@postern/core";
import { FolderSource, Profile } from "./schemas.ts";

export const profileCreated = defineEvent("tasks.profile.created", {
  summary: "A profile was created",
  data: T.Object({ profile: Profile }),
  subject: ({ profile }) => profile.id,
});

export const profileRemoved = defineEvent("tasks.profile.removed", {
  summary: "A profile was removed",
  data: T.Object({ profileId: T.String(), source: FolderSource }),
  subject: ({ profileId }) => profileId,
});
