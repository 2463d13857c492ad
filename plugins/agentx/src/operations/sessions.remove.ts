import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { MAX_COUNTED } from "@postern/kit/paging";
import { messages, sessions, turns } from "../collections.ts";
import { SessionAmbiguous, SessionLive, SessionNotFound } from "../errors.ts";
import { sessionRemoved } from "../events.ts";
import { group } from "../group.ts";
import { Session, SessionInput } from "../schemas.ts";
import { findSession, idOf, sessionsIn, showSession } from "../session.ts";
import { scheduleSweep } from "../sweep.ts";
import { finishTurn, waitingIn } from "../turn.ts";

export const sessionsRemove = defineCommand(group, {
  id: "agentx.sessions.remove",
  summary: "Delete a session with its messages, turns and permission requests",
  description:
    "The session is deleted permanently and immediately; its storage is freed in the background. The agent's own copy of the session is kept, and past events stay in the journal until they are trimmed. Stop the session first if its agent is running. Waiting turns are cancelled.",
  effect: "destroy",
  dryRunByDefault: true,
  input: SessionInput,
  output: T.Object({ session: described(Session, "Session that was deleted") }),
  errors: [SessionNotFound, SessionAmbiguous, SessionLive],
  examples: [{ title: "Show what would be deleted", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named }) {
    const { id, agent, owner, process } = await findSession(store, named);
    if (owner !== undefined || process !== undefined) throw SessionLive({ session: id });
    // The counts are only for information: everything is deleted, even if it has grown since.
    const limit = MAX_COUNTED + 1;
    const messageCount = await store.unchecked.count(messages, { prefix: [id], limit });
    const turnCount = await store.unchecked.count(turns, { by: "bySession", prefix: [id], limit });
    return {
      summary: `Delete a session of ${agent} with ${counted(messageCount, "message")} and ${counted(turnCount, "turn")}`,
      session: id,
      messages: Math.min(messageCount, MAX_COUNTED),
      turns: Math.min(turnCount, MAX_COUNTED),
      capped: Math.max(messageCount, turnCount) > MAX_COUNTED,
    };
  },
  async execute(ctx, { session: id }) {
    const { store, emit } = ctx;
    const removed = await findSession(store, id);
    for (const turn of await waitingIn(store, id)) {
      await finishTurn(ctx, turn, { state: "cancelled", reason: "The session was deleted before the turn started" });
    }
    await store.delete(sessions, id);
    await scheduleSweep(ctx, id);
    const session = showSession({ ...removed, waiting: 0 });
    emit(sessionRemoved, { session });
    return { session };
  },
});

const counted = (count: number, one: string): string =>
  count > MAX_COUNTED ? `more than ${MAX_COUNTED} ${one}s` : `${count} ${one}${count === 1 ? "" : "s"}`;
