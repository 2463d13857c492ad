import { oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { Session, Status } from "./schemas.ts";

/** Output of the archive and unarchive operations. */
export const Archived = T.Object({
  session: described(Session, "Session after the change"),
  status: described(Status, "Status of the session"),
  changed: T.Boolean({ description: "Whether the session changed" }),
  at: described(
    oneOf("agent", "here"),
    "Where the session is or was archived: by the agent itself, or only here in Postern",
  ),
  pending: T.Optional(T.Boolean({ description: "True if the agent still has to be notified" })),
});
