import { defineEvent, T } from "@postern/core";

const former = T.Optional(T.String({ description: "The runtime that was chosen before" }));

export const defaultChosen = defineEvent("meetings.default.chosen", {
  summary: "A voice runtime was made the default",
  data: T.Object({ runtimeId: T.String(), formerId: former }),
  subject: ({ runtimeId }) => runtimeId,
});

export const defaultCleared = defineEvent("meetings.default.cleared", {
  summary: "No voice runtime is chosen any more: the rule decides",
  data: T.Object({ formerId: T.String() }),
  subject: ({ formerId }) => formerId,
});
