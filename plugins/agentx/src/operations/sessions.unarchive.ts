import { defineCommand } from "@postern/core";
import { Archived } from "../archive.ts";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { sessionUnarchived } from "../events.ts";
import { group } from "../group.ts";
import { SessionInput } from "../schemas.ts";
import { findSession, idOf, saveSession, sessionsIn, showSession } from "../session.ts";

export const sessionsUnarchive = defineCommand(group, {
  id: "agentx.sessions.unarchive",
  summary: "Restore a coding-agent session from the archive",
  description:
    "If the agent archived the session, the agent also restores it. Restoring a session that is not archived has no effect.",
  input: SessionInput,
  output: Archived,
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "Restore a session", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named }) {
    const { id, agent, agentArchived } = await findSession(store, named);
    return { summary: `Restore a session of ${agent}`, session: id, at: agentArchived ? "agent" : "here" };
  },
  async undo({ store }, { session }) {
    const { archivedAt, agentArchived, can } = await findSession(store, session);
    if (agentArchived || can?.archive || archivedAt === undefined) return undefined;
    return { operation: "agentx.sessions.archive", input: { session } };
  },
  async execute(ctx, _plan, { session: named }) {
    const before = await findSession(ctx.store, named);
    const changed = before.archivedAt !== undefined;
    const after = changed ? await saveSession(ctx, before, { archivedAt: undefined, attention: true }) : before;
    const session = showSession(after);
    if (changed) ctx.emit(sessionUnarchived, { session });
    const pending = session.pending?.includes("unarchive");
    const at = before.agentArchived ? ("agent" as const) : ("here" as const);
    return { session, status: session.status, changed, at, ...(pending && { pending }) };
  },
});
