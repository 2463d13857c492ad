import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Named, Session, Status } from "../schemas.ts";
import { idOf, isResumable, keepSession, sessionOf, showSession } from "../session.ts";

export const sessionsStop = defineCommand(group, {
  id: "agentx.sessions.stop",
  summary: "End the agent of a session",
  description:
    "Its process, with all that it has started; what is under way and what waits is cancelled. A session that the agent can come back to goes on with the next turn, any other is gone.",
  effect: "external",
  queued: true,
  input: Named,
  output: T.Object({
    session: described(Session, "The session"),
    status: described(Status, "Its status"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "One session", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  async plan({ store }, { session: named }) {
    const session = await sessionOf(store, named);
    const { id, agent, owner, process } = session;
    if (owner === undefined && process === undefined) return { summary: `${agent} does not run`, session: id };
    const isOver = isResumable(session) ? "" : ", which ends the session";
    return { summary: `End ${agent}${isOver}`, effects: [`ends ${agent} on the gateway's machine`], session: id };
  },
  async execute(ctx, _plan, { session: named }) {
    const before = await sessionOf(ctx.store, named);
    const changed = (before.owner !== undefined || before.process !== undefined) && !before.isUnwanted;
    const after = changed ? await keepSession(ctx, before, { isUnwanted: true, attention: true }) : before;
    const session = showSession(after);
    return { session, status: session.status, changed };
  },
});
