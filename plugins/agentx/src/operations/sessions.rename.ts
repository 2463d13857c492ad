import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Session, SessionName, Status, Title } from "../schemas.ts";
import { findSession, idOf, saveSession, sessionsIn, showSession } from "../session.ts";

export const sessionsRename = defineCommand(group, {
  id: "agentx.sessions.rename",
  summary: "Rename a coding-agent session",
  description: "Changes the title in Postern, and at the agent if it supports titles.",
  input: T.Object({ session: SessionName, title: Title }),
  output: T.Object({
    session: described(Session, "Session with its new title"),
    status: described(Status, "Status of the session"),
    changed: T.Boolean({ description: "Whether the title changed" }),
    pending: T.Optional(T.Boolean({ description: "True if the agent still has to be notified" })),
  }),
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "Rename a session", input: { session: "agentx-0123456789abcdef01234567", title: "Tests" } }],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named }) {
    const { id, agent } = await findSession(store, named);
    return { summary: `Rename a session of ${agent}`, session: id };
  },
  async undo({ store }, { session }, { title: after }) {
    const { title, can } = await findSession(store, session);
    if (can?.title || title === undefined || title === after) return undefined;
    return { operation: "agentx.sessions.rename", input: { session, title } };
  },
  async execute(ctx, _plan, { session: named, title }) {
    const before = await findSession(ctx.store, named);
    const changed = before.title !== title;
    const session = showSession(changed ? await saveSession(ctx, before, { title, attention: true }) : before);
    const pending = session.pending?.includes("title");
    return { session, status: session.status, changed, ...(pending && { pending }) };
  },
});
