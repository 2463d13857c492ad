import { defineCollection, T } from "@postern/core";

/** The chosen default runtime: at most one record. */
export const choices = defineCollection("meetings.choice", {
  schema: T.Object({ of: T.String(), runtimeId: T.String(), chosenAt: T.Number() }),
  key: ({ of }) => [of],
});

/** The key of that record. */
export const VOICE = "voice-runtime";
