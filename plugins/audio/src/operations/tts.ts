import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, endsLater, jsonText, numericText, withDefault } from "@postern/kit/fields";
import { AgentNotFound, ChatNotFound, RequestConflict, WorkerStopped } from "../errors.ts";
import { requestPublished } from "../events.ts";
import { group } from "../group.ts";
import { findPublished, MAX_TEXT, prepare, publish } from "../publish.ts";
import { showRequest } from "../request.ts";
import { OnlyClientId, OwnRequestId, Request, speechEnds } from "../schemas.ts";
import type { SpeechInput } from "../speech-input.ts";
import { plannedVoice, unusedIn } from "../voice/resolve.ts";
import {
  FASTEST,
  Format,
  Lang,
  ModelName,
  SLOWEST,
  VoiceName,
  VoiceProvider,
  VoiceSettings,
} from "../voice/schemas.ts";
import { hostOf } from "../voiceprovider/address.ts";

const word = (description: string) => T.Optional(T.String({ minLength: 1, description }));
const json = (schema: object, description: string) => T.Optional(jsonText(schema, { description }));
const speed = { minimum: SLOWEST, maximum: FASTEST, decimals: true, description: "Speaking rate; 1 is normal speed" };

export const tts = defineCommand(group, {
  id: "audio.tts",
  summary: "Publish a text for speech generation and playback",
  description:
    "A worker generates the sound, and clients such as the page at /audio/player play it. Repeating the call with the same id returns the existing request and publishes nothing.",
  effect: "external",
  outside: false,
  dryRunByDefault: true,
  // An escaped character takes up to twelve bytes.
  bodyLimit: 2 ** 20 + 12 * MAX_TEXT,
  input: T.Object({
    text: T.String({ minLength: 1, description: "Text to speak; the plan shows the maximum length" }),
    account: word("Target account, or alias of an adapter instance"),
    agent: word("Agent whose speech defaults apply; by default the agent of the caller"),
    channel: word("Target channel"),
    chat: word("Target chat"),
    clientId: T.Optional(OnlyClientId),
    voiceprovider: json(
      VoiceProvider,
      "Provider-specific settings as JSON, such as previousText, seed or optimizeStreamingLatency",
    ),
    format: T.Optional(Format),
    id: T.Optional(OwnRequestId),
    lang: T.Optional(Lang),
    model: T.Optional(ModelName),
    noAutoplay: withDefault(T.Boolean({ description: "Clients play the request only when a user starts it" }), false),
    session: word("Session name"),
    sessionKey: word("Session key"),
    speed: T.Optional(numericText(speed)),
    voice: T.Optional(VoiceName),
    voiceSettings: json(VoiceSettings, 'Voice settings as JSON, such as {"stability":0.5,"speed":1.1}'),
  }),
  output: endsLater(
    T.Object({
      ok: T.Boolean({
        description: "Always true: the request was published by this call, or earlier under the same id",
      }),
      request: described(Request, "Request that was published"),
      topic: T.String({ description: "Topic of the event that announces the request" }),
    }),
    speechEnds,
  ),
  errors: [AgentNotFound, ChatNotFound, RequestConflict, WorkerStopped],
  examples: [
    { title: "Speak a text", input: { text: "The build is green." } },
    {
      title: "Speak a text faster, once, on one client",
      input: { text: "Two new messages.", clientId: "desk", speed: "1.2", id: "inbox-42", noAutoplay: true },
    },
  ],
  async plan(ctx, input) {
    const before = await findPublished(ctx, input);
    if (before)
      return { summary: `Return the request ${before.id}, which was published earlier`, textLength: lengthOf(input) };
    const { agentId, voice, target, playback } = await prepare(ctx, input);
    const host = voice.provider === "local" ? undefined : hostOf(ctx.config);
    const textLength = lengthOf(input);
    const unused = unusedIn(voice);
    return omitUndefined({
      summary: `Generate speech for ${textLength} characters ${host === undefined ? "on this machine" : `with ${host}`} and play it`,
      effects: [...(host === undefined ? [] : [`sends the text to ${host}`]), "clients play the sound"],
      agentId,
      voice: plannedVoice(voice),
      target,
      playback,
      textLength,
      limits: { textLength: MAX_TEXT },
      unused: unused.length > 0 ? unused : undefined,
    });
  },
  async execute(ctx, _plan, input) {
    const before = await findPublished(ctx, input);
    const request = before ? showRequest(before, input.text) : await publish(ctx, input);
    return { ok: true, request, topic: requestPublished.topic as string };
  },
});

const lengthOf = ({ text }: SpeechInput): number => [...text].length;
