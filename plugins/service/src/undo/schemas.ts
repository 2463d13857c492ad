import { T } from "@postern/core";

export const EventId = T.String({
  pattern: "^(0|[1-9][0-9]{0,15})\\.(0|[1-9][0-9]{0,8})$",
  "x-must": "must be the id of an event, like 123.1",
  description: "Id of an event of the command",
});

export const UndoableCommand = T.Object({
  event: T.String({ description: "Event of the command, to undo it" }),
  operation: T.String({ description: "Operation that was executed" }),
  summary: T.String({ description: "Summary of the command" }),
  at: T.Integer({ description: "When it was executed, Unix milliseconds" }),
  contextId: T.String({ description: "Context whose key executed it" }),
  by: T.String({ description: "Operation that undoes it" }),
  undone: T.Boolean({ description: "Whether it was undone" }),
  undoneBy: T.Optional(T.String({ description: "Event of the command that undid it" })),
  undoes: T.Optional(T.String({ description: "Event of the command that it undid itself" })),
});
