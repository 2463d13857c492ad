import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { findAgent } from "../agent.ts";
import {
  AgentNotFound,
  NoRunner,
  QueueFull,
  SessionAmbiguous,
  SessionArchived,
  SessionGone,
  SessionNotFound,
} from "../errors.ts";
import { group } from "../group.ts";
import { assertRunner } from "../runners.ts";
import { Prompt, SessionName, Turn, turnEnds } from "../schemas.ts";
import { findSession, idOf, isResumable, saveSession, sessionsIn } from "../session.ts";
import { addTurn, MAX_WAITING, showTurn } from "../turn.ts";

export const sessionsSend = defineCommand(group, {
  id: "agentx.sessions.send",
  summary: "Send a prompt to a coding agent",
  description:
    "Adds a turn and returns immediately. The agent's output is reported as events and stored as messages. If other turns are running or waiting, the new turn waits. If the agent's process has ended, it is started again, provided that it can resume the session.",
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  input: T.Object({ session: SessionName, prompt: Prompt }),
  output: endsLater(T.Object({ turn: described(Turn, "Turn that was added") }), {
    ...turnEnds,
    input: { id: "turn.id" },
  }),
  errors: [SessionNotFound, SessionAmbiguous, SessionArchived, SessionGone, QueueFull, AgentNotFound, NoRunner],
  examples: [
    { title: "Send a prompt", input: { session: "agentx-0123456789abcdef01234567", prompt: "Fix the failing test" } },
  ],
  resource: ({ session }) => idOf(session),
  resources: sessionsIn,
  async plan(ctx, { session: named }) {
    const session = await findSession(ctx.store, named);
    const { gateway } = ctx.services;
    const { host = gateway.host } = session;
    const { id, agent, status, reason = "its agent has ended", archivedAt, waiting, turn } = session;
    if (archivedAt !== undefined) throw SessionArchived({ session: id });
    if (status === "gone" && !isResumable(session)) throw SessionGone({ session: id, agent, reason });
    if (waiting >= MAX_WAITING) throw QueueFull({ session: id, most: MAX_WAITING });
    if (host === gateway.host) findAgent(ctx.config, agent);
    await assertRunner(ctx, host);
    const isAtOnce = turn === undefined && waiting === 0;
    return {
      summary: isAtOnce ? `Send a prompt to ${agent}` : `Queue a prompt for ${agent}`,
      effects: [`runs ${agent} on ${host}`],
      session: id,
    };
  },
  async execute(ctx, _plan, { session: named, prompt }) {
    const session = await findSession(ctx.store, named);
    const turn = await addTurn(ctx, session.id, prompt);
    await saveSession(ctx, session, { waiting: session.waiting + 1, attention: true });
    return { turn: showTurn(turn) };
  },
});
