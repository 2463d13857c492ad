import { defineCollection, T } from "@postern/core";

/** The runtime that somebody chose: one record, or none. */
export const choices = defineCollection("meetings.choice", {
  schema: T.Object({ of: T.String(), runtimeId: T.String(), chosenAt: T.Number() }),
  key: ({ of }) => [of],
});

/** The choice that there is. */
export const VOICE = "voice-runtime";
