import { type CommandContext, digestOf, omitUndefined, type QueryContext } from "@postern/core";
import { published, requests, texts } from "./collections.ts";
import { AgentNotFound, ChatNotFound, RequestConflict } from "./errors.ts";
import { requestPublished } from "./events.ts";
import type { group } from "./group.ts";
import { showRequest } from "./request.ts";
import type { PublishedRequest, Request, Target } from "./schemas.ts";
import type { SpeechInput } from "./speech-input.ts";
import { resolveVoice } from "./voice/resolve.ts";
import { invalidField, readDefaults, readVoiceInput } from "./voice/voice-input.ts";
import { assertAvailable } from "./voiceprovider/connection.ts";
import { work } from "./work/work.ts";

type ReadContext = Pick<QueryContext<typeof group>, "store" | "services" | "caller" | "config" | "state">;

/** Digest of a request without its id. */
const digestOfInput = ({ id: _, ...input }: SpeechInput): string => digestOf(input);

/** The request published earlier under the same id, without its text. Throws 409 if the content differs. */
export async function findPublished(
  { store }: Pick<ReadContext, "store">,
  input: SpeechInput,
): Promise<PublishedRequest | undefined> {
  const { id } = input;
  if (id === undefined) return undefined;
  const kept = await store.get(published, id);
  if (!kept && !(await store.get(requests, id))) return undefined;
  if (kept?.digest !== digestOfInput(input)) throw RequestConflict({ id });
  return kept.request as PublishedRequest;
}

/** Resolves and checks everything a request refers to: agent, chat, voice and credential connection. */
export async function prepare(ctx: ReadContext, input: SpeechInput) {
  if (input.text.trim() === "") throw invalidField("/text", "empty", "must contain text");
  const voiceInput = readVoiceInput(input);
  const { store, services, config } = ctx;
  const agentId = input.agent ?? ctx.caller.agentId;
  const voice = await resolveVoice(voiceInput, await defaultsOf(ctx, input.agent, agentId), ctx);
  assertLength(input.text, voice);
  if (voice.provider !== "local") await assertAvailable(store, services.connections, config);
  const { clientId, session, sessionKey, noAutoplay } = input;
  return {
    ...omitUndefined({ agentId, sessionKey, sessionName: session }),
    target: await targetOf(ctx, input),
    playback: { autoplay: !noAutoplay, target: "extension", ...(clientId !== undefined && { clientId }) },
    voice,
  };
}

/** Maximum text length in characters, about 45 minutes of speech. */
export const MAX_TEXT = 40_000;

function assertLength(text: string, { provider }: PublishedRequest["voice"]): void {
  const length = [...text].length;
  if (length <= MAX_TEXT) return;
  throw invalidField(
    "/text",
    "length",
    `must be at most ${MAX_TEXT} characters for the provider ${provider}, not ${length}`,
  );
}

/** Speech defaults of the agent. Only an agent named in the request must exist. */
async function defaultsOf({ services }: ReadContext, named: string | undefined, agentId: string | undefined) {
  if (agentId === undefined || !services.agents) return {};
  const agent = await services.agents.find(agentId);
  if (!agent && named !== undefined) throw AgentNotFound({ agentId: named });
  return readDefaults(agentId, agent?.speech);
}

const CANONICAL = /^chat_[0-9a-f]{24}$/;

/** A chat id of this gateway must exist and sets channel and instance. Any other id belongs to an external channel. */
async function targetOf({ services }: ReadContext, { account, channel, chat }: SpeechInput): Promise<Target> {
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
export async function publish(ctx: CommandContext<typeof group>, input: SpeechInput): Promise<Request> {
  const { store, caller, now, number, emit } = ctx;
  const { text } = input;
  const id = input.id ?? ctx.id("speech_");
  const record: PublishedRequest = {
    id,
    requestId: ctx.id("request_"),
    emitId: ctx.id("emit_"),
    ...(await prepare(ctx, input)),
    createdAt: now,
    metadata: {},
    source: { operation: "audio.tts", contextId: caller.contextId },
  };
  const job = await work.add(ctx, { request: id, provider: record.voice.provider });
  const textLength = [...text].length;
  await store.put(requests, { ...record, textLength, state: "published", updatedAt: now, job, number });
  await store.put(texts, { id, text });
  if (input.id !== undefined) await store.put(published, { id, digest: digestOfInput(input), request: record });
  const request = showRequest(record, text);
  emit(requestPublished, request);
  return request;
}
