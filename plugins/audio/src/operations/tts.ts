import { defineCommand, numeric, omitUndefined, T, withDefault } from "@postern/core";
import { described, jsonText } from "@postern/core/fields";
import type { Asked } from "../asked.ts";
import { AgentNotFound, ChatNotFound, RequestConflict, WorkerStopped } from "../errors.ts";
import { requestPublished } from "../events.ts";
import { group } from "../group.ts";
import { earlier, MOST_TEXT, prepare, publish } from "../publish.ts";
import { showRequest } from "../request.ts";
import { OnlyClientId, OwnRequestId, Request } from "../schemas.ts";
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
const speed = { minimum: SLOWEST, maximum: FASTEST, decimals: true, description: "1 is as fast as usual" };

export const tts = defineCommand(group, {
  id: "audio.tts",
  summary: "Have a text spoken: publish it for generation and playback",
  description:
    "A worker turns it into sound, and clients play it, like the page at /audio/player. The same id again answers the same request and publishes nothing.",
  effect: "external",
  queued: true,
  dryRunByDefault: true,
  // A character may be escaped, at twelve bytes.
  bodyLimit: 2 ** 20 + 12 * MOST_TEXT,
  input: T.Object({
    text: T.String({ minLength: 1, description: "The text; the plan shows how long its provider lets it be" }),
    account: word("Target account, or alias of an instance"),
    agent: word("Agent whose speech defaults hold where this says nothing; the current agent unless named"),
    channel: word("Channel that it is for"),
    chat: word("Chat that it is for"),
    clientId: T.Optional(OnlyClientId),
    voiceprovider: json(
      VoiceProvider,
      "More for the voice provider, as JSON: previousText, seed, optimizeStreamingLatency and so on",
    ),
    format: T.Optional(Format),
    id: T.Optional(OwnRequestId),
    lang: T.Optional(Lang),
    model: T.Optional(ModelName),
    noAutoplay: withDefault(T.Boolean({ description: "Clients wait until somebody asks for it" }), false),
    session: word("Name of the session"),
    sessionKey: word("Key of the session"),
    speed: T.Optional(numeric(speed)),
    voice: T.Optional(VoiceName),
    voiceSettings: json(VoiceSettings, 'Settings of the voice, as JSON: {"stability":0.5,"speed":1.1}'),
  }),
  output: T.Object({
    ok: T.Boolean({ description: "Whether it was published" }),
    request: described(Request, "The request"),
    topic: T.String({ description: "The topic that it is published on" }),
  }),
  errors: [AgentNotFound, ChatNotFound, RequestConflict, WorkerStopped],
  examples: [
    { title: "Say something", input: { text: "The build is green." } },
    {
      title: "To one client, faster, and only once",
      input: { text: "Two new messages.", clientId: "desk", speed: "1.2", id: "inbox-42", noAutoplay: true },
    },
  ],
  async plan(ctx, asked) {
    const before = await earlier(ctx, asked);
    if (before)
      return { summary: `Answer the request ${before.id}, which was published before`, textLength: lengthOf(asked) };
    const { agentId, voice, target, playback } = await prepare(ctx, asked);
    const host = voice.provider === "local" ? undefined : hostOf(ctx.config);
    const textLength = lengthOf(asked);
    const unused = unusedIn(voice);
    return omitUndefined({
      summary: `Have ${textLength} characters spoken ${host === undefined ? "on this machine" : `by ${host}`} and played`,
      effects: [...(host === undefined ? [] : [`sends the text to ${host}`]), "clients play the sound"],
      agentId,
      voice: plannedVoice(voice),
      target,
      playback,
      textLength,
      limits: { textLength: MOST_TEXT },
      unused: unused.length > 0 ? unused : undefined,
    });
  },
  async execute(ctx, _plan, asked) {
    const before = await earlier(ctx, asked);
    const request = before ? showRequest(before, asked.text) : await publish(ctx, asked);
    return { ok: true, request, topic: requestPublished.topic as string };
  },
});

const lengthOf = ({ text }: Asked): number => [...text].length;
