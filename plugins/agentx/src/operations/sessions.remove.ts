import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { MOST_COUNTED } from "@postern/core/paging";
import { messages, sessions, turns } from "../collections.ts";
import { SessionAmbiguous, SessionLive, SessionNotFound } from "../errors.ts";
import { sessionRemoved } from "../events.ts";
import { group } from "../group.ts";
import { Named, Session } from "../schemas.ts";
import { idOf, sessionOf, showSession } from "../session.ts";
import { leaveToSweep } from "../sweep.ts";
import { finishTurn, waitingIn } from "../turn.ts";

export const sessionsRemove = defineCommand(group, {
  id: "agentx.sessions.remove",
  summary: "Remove a session with its messages, turns and permission requests",
  description:
    "For good, and at once; the room that they take is given back in the background. What the agent itself has kept of the session stays with the agent, and what was told of it stays in the journal as long as that is kept. A session whose agent runs is stopped first; turns that wait are cancelled.",
  effect: "destroy",
  dryRunByDefault: true,
  input: Named,
  output: T.Object({ session: described(Session, "The session") }),
  errors: [SessionNotFound, SessionAmbiguous, SessionLive],
  examples: [{ title: "What would be lost", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  async plan({ store }, { session: named }) {
    const { id, agent, owner, process } = await sessionOf(store, named);
    if (owner !== undefined || process !== undefined) throw SessionLive({ session: id });
    // What is counted is only told: all of it goes, however many there are by then.
    const limit = MOST_COUNTED + 1;
    const said = await store.unchecked.count(messages, { prefix: [id], limit });
    const asked = await store.unchecked.count(turns, { by: "bySession", prefix: [id], limit });
    return {
      summary: `Remove a session of ${agent} with ${counted(said, "message")} and ${counted(asked, "turn")}`,
      session: id,
      messages: Math.min(said, MOST_COUNTED),
      turns: Math.min(asked, MOST_COUNTED),
      capped: Math.max(said, asked) > MOST_COUNTED,
    };
  },
  async execute(ctx, { session: id }) {
    const { store, emit } = ctx;
    const removed = await sessionOf(store, id);
    for (const turn of await waitingIn(store, id)) {
      await finishTurn(ctx, turn, { state: "cancelled", reason: "The session was removed before it began" });
    }
    await store.delete(sessions, id);
    await leaveToSweep(ctx, id);
    const session = showSession({ ...removed, waiting: 0 });
    emit(sessionRemoved, { session });
    return { session };
  },
});

const counted = (count: number, one: string): string =>
  count > MOST_COUNTED ? `more than ${MOST_COUNTED} ${one}s` : `${count} ${one}${count === 1 ? "" : "s"}`;
