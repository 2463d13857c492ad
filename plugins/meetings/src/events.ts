import { defineEvent, T } from "@postern/core";

const former = T.Optional(T.String({ description: "The previously chosen runtime" }));

export const defaultChosen = defineEvent("meetings.default.chosen", {
  summary: "A default voice runtime was chosen",
  data: T.Object({ runtimeId: T.String(), formerId: former }),
  subject: ({ runtimeId }) => runtimeId,
});

export const defaultCleared = defineEvent("meetings.default.cleared", {
  summary: "The chosen default voice runtime was cleared",
  data: T.Object({ formerId: T.String() }),
  subject: ({ formerId }) => formerId,
});
