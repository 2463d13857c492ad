import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { type SessionRecord, sessions } from "../collections.ts";
import { AgentNotFound, NoRunner } from "../errors.ts";
import { sessionCreated } from "../events.ts";
import { group } from "../group.ts";
import { assertRunner, assertRunnerOf } from "../runners.ts";
import { AgentName, Prompt, Session, Title, Turn, turnEnds } from "../schemas.ts";
import { PREFIX, showSession } from "../session.ts";
import { addTurn, showTurn } from "../turn.ts";
import { folderFor } from "../working-folder.ts";

export const sessionsCreate = defineCommand(group, {
  id: "agentx.sessions.create",
  summary: "Start a coding-agent session",
  description:
    "A running gateway starts the agent in the background and reports its progress as events. With `prompt`, the first turn starts as soon as the agent is ready. The folder and the agent are on the machine `host`, by default the machine of the called gateway.",
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
    host: T.Optional(
      T.String({
        minLength: 1,
        maxLength: 255,
        description:
          "Machine to run on, if gateways on several machines share the store; a gateway there looks up the folder and starts the agent",
      }),
    ),
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
  async plan(ctx, { agent, cwd, title, prompt, host: wanted }) {
    const { config, services } = ctx;
    const { host } = services.gateway;
    const isHere = wanted === undefined || wanted === host;
    const place = isHere ? await folderFor({ agent, cwd }, config, services.agents) : notYetFound(cwd);
    await (isHere ? assertRunner(ctx) : assertRunnerOf(ctx, agent, wanted));
    const what = prompt === undefined ? `Start ${agent}` : `Start ${agent} with a prompt`;
    return {
      summary: `${what} in ${place.cwd}${isHere ? "" : ` on ${wanted}`}`,
      effects: [`runs ${agent} on ${wanted ?? host}`],
      agent,
      cwd: place.cwd,
      ...(title !== undefined && { title }),
    };
  },
  async execute(ctx, _plan, { agent, cwd, title, prompt, host: wanted }) {
    const { config, services, store, now, id, emit, caller } = ctx;
    const { host } = services.gateway;
    const isHere = wanted === undefined || wanted === host;
    const created: SessionRecord = omitUndefined({
      id: id(PREFIX),
      agent,
      title,
      ...(isHere ? await folderFor({ agent, cwd }, config, services.agents) : notYetFound(cwd)),
      host: wanted ?? host,
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

/** The folder of a session on another machine, which a gateway there looks up. */
const notYetFound = (cwd: string | undefined) => ({
  cwd: cwd ?? ".",
  folder: "",
  asked: cwd === undefined ? {} : { cwd },
});
