import { defineEvent, type Static, T } from "@postern/core";
import { Profile } from "./schemas.ts";

const profileEvent = (summary: string) => ({
  summary,
  data: T.Object({ profile: Profile }),
  subject: ({ profile }: { profile: Static<typeof Profile> }) => profile.id,
});

export const profileCreated = defineEvent("prox.profile.created", profileEvent("A call profile was created"));
export const profileUpdated = defineEvent("prox.profile.updated", profileEvent("A call profile was updated"));
export const profileRemoved = defineEvent("prox.profile.removed", profileEvent("A call profile was removed"));
