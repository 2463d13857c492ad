import { oneOf, T } from "@postern/core";
import { Session, Status } from "./schemas.ts";

/** What is answered when a session goes into the archive or comes back. */
export const Archived = T.Object({
  session: Session,
  status: Status,
  changed: T.Boolean(),
  at: oneOf("agent", "here"),
  pending: T.Optional(T.Boolean({ description: "While the agent has yet to be told" })),
});
