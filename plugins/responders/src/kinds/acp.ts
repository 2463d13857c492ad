import { setTimeout as pause } from "node:timers/promises";
import { sessionsCancel, sessionsCreate, sessionsSend, sessionsShow, turnsShow } from "@postern/agentx/services";
import { isGatewayError, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { nonRetryable } from "@postern/kit/queue";
import type { OurSetup } from "../host.ts";
import type { Outcome, ResponderKind } from "../services.ts";
import { textsOf } from "../work/history.ts";
import { causedByTurn } from "../work/task.ts";
import { askInChat } from "./acp/ask-in-chat.ts";
import type { AcpContext } from "./acp/context.ts";
import { forgetSent, rememberSent, type SentPrompt, sentFor, sessionFor } from "./acp/memory.ts";
import { createReplyReader } from "./acp/reply.ts";

const Config = T.Object({
  agent: T.String({ minLength: 1, maxLength: 64, description: "Coding agent, as agentx.agents.list names it" }),
  cwd: T.Optional(
    T.String({
      minLength: 1,
      maxLength: 4_096,
      description: "Working folder of its sessions; by default the agent's",
    }),
  ),
  host: T.Optional(
    T.String({
      minLength: 1,
      maxLength: 255,
      description: "Machine on which its sessions run; by default the machine of the answering gateway",
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
    const sent = (await sentFor(context)) ?? (await send(host, context));
    try {
      return await awaitReply(host, context, sent);
    } catch (error) {
      if (context.canceled.aborted) await cancel(host, sent);
      throw error;
    }
  },
});

/** Sends the turn as a prompt to the session of its chat, which is created if it is gone. */
async function send(host: OurSetup, context: AcpContext): Promise<SentPrompt> {
  const texts = textsOf(context.turn);
  const several = new Set(texts.map(({ actorId }) => actorId)).size > 1;
  const prompt = texts.map(({ actorId, text }) => (several ? `${actorId}: ${text}` : text)).join("\n\n");
  if (prompt.trim() === "") throw nonRetryable("The messages of the turn have no text");
  const session = await sessionFor(context);
  return (session && (await sendTo(host, context, session, prompt))) || create(host, context, prompt);
}

/** Undefined if the session no longer exists or cannot continue. */
async function sendTo(host: OurSetup, context: AcpContext, session: string, prompt: string) {
  try {
    return await host.transact(async ({ call, store }) => {
      const { turn } = await call(sessionsSend, { session, prompt });
      return rememberSent(store, context, { session, prompt: turn.id });
    }, causedByTurn(context.turn));
  } catch (error) {
    const isGone = isGatewayError(error) && /^agentx\.session_(not_found|gone|archived)$/.test(error.code);
    if (isGone) return undefined;
    throw error;
  }
}

async function create(host: OurSetup, context: AcpContext, prompt: string): Promise<SentPrompt> {
  const { agent, cwd, host: machine } = context.config;
  const title = `Chat ${context.turn.chatId}`;
  return host.transact(async ({ call, store }) => {
    const made = await call(sessionsCreate, {
      ...{ agent, title, prompt },
      ...(cwd !== undefined && { cwd }),
      ...(machine !== undefined && { host: machine }),
    });
    return rememberSent(store, context, { session: made.session.id, prompt: made.turn?.id ?? "" });
  }, causedByTurn(context.turn));
}

async function cancel(host: OurSetup, { session, prompt }: SentPrompt): Promise<void> {
  await host.call(sessionsCancel, { session, turn: prompt }).catch((error: unknown) => {
    host.log.warn({ session, error: String(error) }, "The prompt of a canceled turn could not be canceled");
  });
}

async function awaitReply(host: OurSetup, context: AcpContext, sent: SentPrompt): Promise<Outcome> {
  const { signal, draft } = context;
  const readReply = createReplyReader(host, sent);
  for (;;) {
    signal.throwIfAborted();
    const { turn } = await host.call(turnsShow, { id: sent.prompt });
    const text = await readReply();
    if (turn.state === "done") return text === "" ? "silent" : { text };
    if (turn.state === "failed" || turn.state === "cancelled") {
      // It may have done a part of its work, so only a person can decide to send the prompt again.
      await forgetSent(context, sent);
      const what = turn.state === "failed" ? "The coding agent failed" : "The prompt was canceled";
      throw nonRetryable(`${what}: ${turn.reason ?? "unknown reason"}`);
    }
    if (text !== "") draft(text);
    const { session } = await host.call(sessionsShow, { session: sent.session });
    for (const request of session.requests) await askInChat(host, context, sent.session, request);
    await pause(INTERVAL, undefined, { signal }).catch(() => {});
  }
}
