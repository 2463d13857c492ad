import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, endsLater } from "@postern/core/fields";
import { findAgent } from "../agent.ts";
import { type SessionRecord, sessions } from "../collections.ts";
import { AgentNotFound, NoRunner } from "../errors.ts";
import { sessionCreated } from "../events.ts";
import { group } from "../group.ts";
import { assertRunner } from "../runners.ts";
import { AgentName, Prompt, Session, Title, Turn, turnEnds } from "../schemas.ts";
import { PREFIX, showSession } from "../session.ts";
import { addTurn, showTurn } from "../turn.ts";
import { resolveFolder } from "../working-folder.ts";

export const sessionsCreate = defineCommand(group, {
  id: "agentx.sessions.create",
  summary: "Start a coding-agent session",
  description:
    "A running gateway starts the agent in the background and reports its progress as events. With `prompt`, the first turn starts as soon as the agent is ready. The folder is on the machine of the gateway that is called, and its agent runs there.",
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  input: T.Object({
    agent: AgentName,
    cwd: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 4096,
        description:
          "Working folder: a path in the workspace, or name:folder in an additional workspace; by default the folder of the agent",
      }),
    ),
    title: T.Optional(Title),
    prompt: T.Optional(Prompt),
  }),
  output: endsLater(
    T.Object({
      session: described(Session, "Session that was created"),
      turn: T.Optional(described(Turn, "First turn, if a prompt was given")),
    }),
    { ...turnEnds, input: { id: "turn.id" } },
  ),
  errors: [AgentNotFound, NoRunner],
  examples: [
    { title: "Start a session in the workspace", input: { agent: "demo" } },
    {
      title: "Start a session with a prompt",
      input: { agent: "demo", cwd: "web", title: "Tests", prompt: "Run the tests" },
    },
  ],
  async plan(ctx, { agent, cwd, title, prompt }) {
    const { config, services } = ctx;
    const setting = findAgent(config, agent);
    const known = cwd ?? setting.cwd ?? (await services.agents?.find(agent))?.cwd ?? ".";
    const place = await resolveFolder(known, config);
    await assertRunner(ctx);
    const what = prompt === undefined ? `Start ${agent}` : `Start ${agent} with a prompt`;
    return {
      summary: `${what} in ${place.cwd}`,
      effects: [`runs ${agent} on ${services.gateway.host}`],
      agent,
      cwd: place.cwd,
      ...(title !== undefined && { title }),
    };
  },
  async execute(ctx, _plan, { agent, cwd, title, prompt }) {
    const { config, services, store, now, id, emit, caller } = ctx;
    const setting = findAgent(config, agent);
    const known = cwd ?? setting.cwd ?? (await services.agents?.find(agent))?.cwd ?? ".";
    const created: SessionRecord = omitUndefined({
      id: id(PREFIX),
      agent,
      title,
      ...(await resolveFolder(known, config)),
      host: services.gateway.host,
      status: "starting" as const,
      waiting: 0,
      createdBy: caller.contextId,
      createdAt: now,
      updatedAt: now,
      attention: true as const,
    });
    const turn = prompt === undefined ? undefined : await addTurn(ctx, created.id, prompt);
    const record = { ...created, waiting: turn ? 1 : 0 };
    await store.put(sessions, record);
    const session = showSession(record);
    emit(sessionCreated, { session });
    return { session, ...(turn && { turn: showTurn(turn) }) };
  },
});
