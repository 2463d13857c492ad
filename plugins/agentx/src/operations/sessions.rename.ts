import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Session, SessionName, Status, Title } from "../schemas.ts";
import { idOf, keepSession, sessionOf, showSession } from "../session.ts";

export const sessionsRename = defineCommand(group, {
  id: "agentx.sessions.rename",
  summary: "Give a coding-agent session another title",
  description: "Here, and at the agent where it can.",
  input: T.Object({ session: SessionName, title: Title }),
  output: T.Object({
    session: described(Session, "The session"),
    status: described(Status, "Its status"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
    pending: T.Optional(T.Boolean({ description: "While the agent has yet to be told" })),
  }),
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "A title", input: { session: "agentx-0123456789abcdef01234567", title: "Tests" } }],
  resource: ({ session }) => idOf(session),
  async plan({ store }, { session: named }) {
    const { id, agent } = await sessionOf(store, named);
    return { summary: `Rename a session of ${agent}`, session: id };
  },
  async execute(ctx, _plan, { session: named, title }) {
    const before = await sessionOf(ctx.store, named);
    const changed = before.title !== title;
    const session = showSession(changed ? await keepSession(ctx, before, { title, attention: true }) : before);
    const pending = session.pending?.includes("title");
    return { session, status: session.status, changed, ...(pending && { pending }) };
  },
});
