import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { SessionAmbiguous, SessionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Session, SessionInput, Status } from "../schemas.ts";
import { findSession, idOf, isResumable, saveSession, sessionsIn, showSession } from "../session.ts";

export const sessionsStop = defineCommand(group, {
  id: "agentx.sessions.stop",
  summary: "Stop the agent of a session",
  description:
    "Stops the agent's process and all processes it has started, and cancels the running turn and all waiting turns. If the agent can resume the session, the next turn starts it again; otherwise the session is gone.",
  properties: ["restricts"],
  input: SessionInput,
  output: T.Object({
    session: described(Session, "Session whose agent is being stopped"),
    status: described(Status, "Status of the session"),
    changed: T.Boolean({ description: "Whether this call requested the stop" }),
  }),
  errors: [SessionNotFound, SessionAmbiguous],
  examples: [{ title: "Stop a session", input: { session: "agentx-0123456789abcdef01234567" } }],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan({ store }, { session: named }) {
    const session = await findSession(store, named);
    const { id, agent, owner, process } = session;
    if (owner === undefined && process === undefined) return { summary: `${agent} is not running`, session: id };
    const isOver = isResumable(session) ? "" : " and end the session";
    return { summary: `Stop ${agent}${isOver}`, effects: [`stops ${agent} on the gateway's machine`], session: id };
  },
  async execute(ctx, _plan, { session: named }) {
    const before = await findSession(ctx.store, named);
    const changed = (before.owner !== undefined || before.process !== undefined) && !before.isUnwanted;
    const after = changed ? await saveSession(ctx, before, { isUnwanted: true, attention: true }) : before;
    const session = showSession(after);
    return { session, status: session.status, changed };
  },
});
