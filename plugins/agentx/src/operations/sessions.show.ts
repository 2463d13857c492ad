import { defineQuery, T } from "@postern/core";
import { permissions } from "../collections.ts";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Permission, Session, SessionName } from "../schemas.ts";
import { findSession, idOf, showSession } from "../session.ts";

export const sessionsShow = defineQuery(group, {
  id: "agentx.sessions.show",
  summary: "Show a session with its open permission requests",
  description: "`requests` lists open permission requests. Answer them with agentx.sessions.answer.",
  input: T.Object({ session: SessionName }),
  output: T.Object({
    session: T.Object(
      { ...Session.properties, requests: T.Array(Permission, { description: "Open permission requests" }) },
      { description: "Session with its open permission requests" },
    ),
  }),
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "Show a session", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  async run({ store }, { session: named }) {
    const session = await findSession(store, named);
    const open = { by: "byState" as const, prefix: [session.id, "open"], limit: 100 };
    const { items } = await store.find(permissions, open);
    return { session: { ...showSession(session), requests: [...items] } };
  },
});
