import { defineCommand } from "@postern/core";
import { Archived } from "../archive.ts";
import { SessionAmbiguous, SessionNotFound, SessionRunning } from "../errors.ts";
import { sessionArchived } from "../events.ts";
import { group } from "../group.ts";
import { SessionInput } from "../schemas.ts";
import { archiveOf, findSession, idOf, saveSession, sessionsIn, showSession } from "../session.ts";
import { finishTurn, waitingIn } from "../turn.ts";

export const sessionsArchive = defineCommand(group, {
  id: "agentx.sessions.archive",
  summary: "Archive a coding-agent session",
  description:
    "The agent archives the session itself if it supports archiving; otherwise only Postern does. `at` says which. Nothing is deleted: restore the session with agentx.sessions.unarchive. A session with running or waiting turns can be archived only if its agent supports archiving; its turns are cancelled. Archiving an archived session has no effect.",
  refusesExecute: true,
  input: SessionInput,
  output: Archived,
  errors: [SessionNotFound, SessionAmbiguous, SessionRunning],
  examples: [{ title: "Archive a session", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named }) {
    const session = await findSession(store, named);
    const { id, can, turn, waiting, archivedAt, agent } = session;
    const isAtWork = archivedAt === undefined && (turn !== undefined || waiting > 0);
    if (isAtWork && !can?.archive) throw SessionRunning({ session: id });
    const at = can?.archive ? "agent" : "here";
    const summary =
      at === "agent" ? `Archive a session of ${agent} at the agent` : `Archive a session of ${agent} in Postern`;
    return { summary, session: id, at };
  },
  async undo({ store }, { session, at }) {
    const { archivedAt } = await findSession(store, session);
    if (at === "agent" || archivedAt !== undefined) return undefined;
    return { operation: "agentx.sessions.unarchive", input: { session } };
  },
  async execute(ctx, _plan, { session: named }) {
    const { store, now, emit } = ctx;
    const before = await findSession(store, named);
    const { id, archivedAt } = before;
    const answer = (changed: boolean, record = before) => {
      const session = showSession(record);
      const pending = session.pending?.includes("archive");
      return { session, status: session.status, changed, at: archiveOf(record), ...(pending && { pending }) };
    };
    if (archivedAt !== undefined) return answer(false);
    for (const turn of await waitingIn(store, id)) {
      await finishTurn(ctx, turn, { state: "cancelled", reason: "The session was archived before the turn started" });
    }
    const after = await saveSession(ctx, before, { archivedAt: now, waiting: 0, attention: true });
    emit(sessionArchived, { session: showSession(after) });
    return answer(true, after);
  },
});
