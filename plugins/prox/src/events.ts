import { defineEvent, type Static, T } from "@postern/core";
import { Profile } from "./schemas.ts";

const profileIs = (summary: string) => ({
  summary,
  data: T.Object({ profile: Profile }),
  subject: ({ profile }: { profile: Static<typeof Profile> }) => profile.id,
});

export const profileCreated = defineEvent("prox.profile.created", profileIs("A call profile was created"));
export const profileUpdated = defineEvent("prox.profile.updated", profileIs("A call profile was changed"));
export const profileRemoved = defineEvent("prox.profile.removed", profileIs("A call profile was removed"));
