import { setTimeout as pause } from "node:timers/promises";
import { sessionsCreate, sessionsSend, sessionsShow, turnsShow } from "@postern/agentx/services";
import { isGatewayError, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { nonRetryable } from "@postern/core/queue";
import type { OurSetup } from "../host.ts";
import type { Outcome, ResponderKind } from "../services.ts";
import { textsOf } from "../work/history.ts";
import { askInChat } from "./acp/ask-in-chat.ts";
import type { AcpContext } from "./acp/context.ts";
import { readMemory, type SessionMemory, writeMemory } from "./acp/memory.ts";
import { createReplyReader } from "./acp/reply.ts";

const Config = T.Object({
  agent: T.String({ minLength: 1, maxLength: 64, description: "Coding agent, as agentx.agents.list names it" }),
  cwd: T.Optional(
    T.String({
      minLength: 1,
      maxLength: 4_096,
      description: "Working folder of its sessions; by default that of the agent",
    }),
  ),
  sessions: T.Optional(
    described(oneOf("chat", "shared"), "One session for each chat (the default), or one for all chats"),
  ),
});

/** Milliseconds between two looks at a session that works. */
const INTERVAL = 250;

/** A coding agent: a turn is a prompt in its session, and its reply is the answer. */
export const acp = (host: OurSetup): ResponderKind<typeof Config> => ({
  id: "acp",
  title: "Coding agent",
  description:
    "A coding agent of the group agentx. Its permission requests are announced in the chat and answered with agentx.sessions.answer.",
  config: Config,
  timeout: 60 * 60_000,
  async answer(context) {
    const memory = await readMemory(context);
    // After a restart the prompt that was sent before is awaited, not sent again.
    const sent = memory?.turnId === context.turn.id ? memory : await send(host, context, memory);
    return awaitReply(host, context, sent);
  },
});

/** Sends the turn as a prompt to the session of its chat, which is created if it is gone. */
async function send(host: OurSetup, context: AcpContext, memory: SessionMemory | undefined): Promise<SessionMemory> {
  const { config, turn } = context;
  const texts = textsOf(turn);
  const several = new Set(texts.map(({ actorId }) => actorId)).size > 1;
  const prompt = texts.map(({ actorId, text }) => (several ? `${actorId}: ${text}` : text)).join("\n\n");
  if (prompt.trim() === "") throw nonRetryable("The messages of the turn have no text");
  const added =
    (memory && (await sendTo(host, memory.session, prompt))) ?? (await create(host, config, turn.chatId, prompt));
  const sent = { ...added, turnId: turn.id };
  await writeMemory(context, sent);
  return sent;
}

/** Undefined if the session no longer exists or cannot continue. */
async function sendTo(host: OurSetup, session: string, prompt: string) {
  try {
    const { turn } = await host.call(sessionsSend, { session, prompt });
    return { session, prompt: turn.id };
  } catch (error) {
    const isGone = isGatewayError(error) && /^agentx\.session_(not_found|gone|archived)$/.test(error.code);
    if (isGone) return undefined;
    throw error;
  }
}

async function create(host: OurSetup, { agent, cwd }: AcpContext["config"], chatId: string, prompt: string) {
  const title = `Chat ${chatId}`;
  const { session, turn } = await host.call(sessionsCreate, {
    agent,
    title,
    prompt,
    ...(cwd !== undefined && { cwd }),
  });
  return { session: session.id, prompt: turn?.id ?? "" };
}

async function awaitReply(host: OurSetup, context: AcpContext, sent: SessionMemory): Promise<Outcome> {
  const { signal, draft } = context;
  const readReply = createReplyReader(host, sent);
  for (;;) {
    signal.throwIfAborted();
    const { turn } = await host.call(turnsShow, { id: sent.prompt });
    const text = await readReply();
    if (turn.state === "done") return text === "" ? "silent" : { text };
    if (turn.state === "failed") throw nonRetryable(`The coding agent failed: ${turn.reason ?? "unknown reason"}`);
    if (turn.state === "cancelled") throw nonRetryable(`The prompt was canceled: ${turn.reason ?? "in its session"}`);
    if (text !== "") draft(text);
    const { session } = await host.call(sessionsShow, { session: sent.session });
    for (const request of session.requests) await askInChat(host, context, sent.session, request);
    await pause(INTERVAL, undefined, { signal }).catch(() => {});
  }
}
