import { oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { Session, Status } from "./schemas.ts";

/** What is answered when a session goes into the archive or comes back. */
export const Archived = T.Object({
  session: described(Session, "The session"),
  status: described(Status, "Its status"),
  changed: T.Boolean({ description: "Whether anything was changed" }),
  at: described(oneOf("agent", "here"), "Where it is archived: with the agent itself, or only here"),
  pending: T.Optional(T.Boolean({ description: "While the agent has yet to be told" })),
});
