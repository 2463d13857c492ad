import { type CommandContext, digestOf, omitUndefined, type QueryContext } from "@postern/core";
import type { Asked } from "./asked.ts";
import { published, requests, texts } from "./collections.ts";
import { AgentNotFound, ChatNotFound, RequestConflict } from "./errors.ts";
import { requestPublished } from "./events.ts";
import type { group } from "./group.ts";
import { showRequest } from "./request.ts";
import type { Request, Said, Target } from "./schemas.ts";
import { resolveVoice } from "./voice/resolve.ts";
import { readDefaults, readSaid, refused } from "./voice/said.ts";
import { assertSpeaks } from "./voiceprovider/connection.ts";
import { work } from "./work/work.ts";

type Looking = Pick<QueryContext<typeof group>, "store" | "services" | "caller" | "config" | "state">;

/** Digest of a request without its id. */
const digestOfAsked = ({ id: _, ...asked }: Asked): string => digestOf(asked);

/** The request published earlier under the same id, without its text. Throws 409 if the content differs. */
export async function earlier({ store }: Pick<Looking, "store">, asked: Asked): Promise<Said | undefined> {
  const { id } = asked;
  if (id === undefined) return undefined;
  const kept = await store.get(published, id);
  if (!kept && !(await store.get(requests, id))) return undefined;
  if (kept?.digest !== digestOfAsked(asked)) throw RequestConflict({ id });
  return kept.request as Said;
}

/** Resolves and checks everything a request refers to: agent, chat, voice and credential connection. */
export async function prepare(ctx: Looking, asked: Asked) {
  if (asked.text.trim() === "") throw refused("/text", "empty", "must contain text");
  const said = readSaid(asked);
  const { store, services, config } = ctx;
  const agentId = asked.agent ?? ctx.caller.agentId;
  const voice = await resolveVoice(said, await defaultsOf(ctx, asked.agent, agentId), ctx);
  assertLength(asked.text, voice);
  if (voice.provider !== "local") await assertSpeaks(store, services.connections, config);
  const { clientId, session, sessionKey, noAutoplay } = asked;
  return {
    ...omitUndefined({ agentId, sessionKey, sessionName: session }),
    target: await targetOf(ctx, asked),
    playback: { autoplay: !noAutoplay, target: "extension", ...(clientId !== undefined && { clientId }) },
    voice,
  };
}

/** Maximum text length in characters, about 45 minutes of speech. */
export const MOST_TEXT = 40_000;

function assertLength(text: string, { provider }: Said["voice"]): void {
  const length = [...text].length;
  if (length <= MOST_TEXT) return;
  throw refused(
    "/text",
    "length",
    `must be at most ${MOST_TEXT} characters for the provider ${provider}, not ${length}`,
  );
}

/** Speech defaults of the agent. Only an agent named in the request must exist. */
async function defaultsOf({ services }: Looking, named: string | undefined, agentId: string | undefined) {
  if (agentId === undefined || !services.agents) return {};
  const agent = await services.agents.find(agentId);
  if (!agent && named !== undefined) throw AgentNotFound({ agentId: named });
  return readDefaults(agentId, agent?.speech);
}

const CANONICAL = /^chat_[0-9a-f]{24}$/;

/** A chat id of this gateway must exist and sets channel and instance. Any other id belongs to an external channel. */
async function targetOf({ services }: Looking, { account, channel, chat }: Asked): Promise<Target> {
  const isCanonical = chat !== undefined && CANONICAL.test(chat);
  const found = isCanonical ? await services.chats?.chat(chat) : undefined;
  if (isCanonical && services.chats && !found) throw ChatNotFound({ chatId: chat });
  return omitUndefined({
    accountId: account,
    channel: channel ?? found?.channel,
    chatId: chat,
    canonicalChatId: isCanonical ? chat : undefined,
    // The account may be the alias of an instance.
    instanceId: found?.instanceId ?? account,
    threadId: found?.kind === "thread" ? found.id : undefined,
  });
}

/** Stores a request, adds its job to the queue and emits the event. */
export async function publish(ctx: CommandContext<typeof group>, asked: Asked): Promise<Request> {
  const { store, caller, now, number, emit } = ctx;
  const { text } = asked;
  const id = asked.id ?? ctx.id("speech_");
  const said: Said = {
    id,
    requestId: ctx.id("request_"),
    emitId: ctx.id("emit_"),
    ...(await prepare(ctx, asked)),
    createdAt: now,
    metadata: {},
    source: { operation: "audio.tts", contextId: caller.contextId },
  };
  const job = await work.add(ctx, { request: id, provider: said.voice.provider });
  const textLength = [...text].length;
  await store.put(requests, { ...said, textLength, state: "published", updatedAt: now, job, number });
  await store.put(texts, { id, text });
  if (asked.id !== undefined) await store.put(published, { id, digest: digestOfAsked(asked), request: said });
  const request = showRequest(said, text);
  emit(requestPublished, request);
  return request;
}
