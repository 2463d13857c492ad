import type { PluginContext } from "@postern/core";
import { isShared } from "@postern/core/process";
import { hostIn } from "@postern/credentials/services";
import type { RequestRecord } from "../collections.ts";
import type { group } from "../group.ts";
import { engineOf } from "../local/speaker.ts";
import { type SoundStream, storeSound } from "../sound.ts";
import { isSpeechError, speechError } from "../speech-error.ts";
import { addressOf } from "../voiceprovider/address.ts";
import { connectionName, PROVIDER, stopFor } from "../voiceprovider/connection.ts";
import { speak } from "../voiceprovider/speak.ts";

/** Generates the sound of a request and writes it to blobs. */
export async function generate(
  host: PluginContext<typeof group>,
  request: RequestRecord,
  text: string,
  signal: AbortSignal,
) {
  // The detour through bytes replaces lone surrogates.
  const speakable = Buffer.from(text).toString().replace(CONTROL, " ");
  const stream = await (request.voice.provider === "local"
    ? speakLocally(host, request, speakable, signal)
    : speakRemotely(host, request, speakable, signal));
  return storeSound(host.blobs, stream);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: engines cannot speak control characters, and some stop at them
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

async function speakLocally(
  host: PluginContext<typeof group>,
  { voice }: RequestRecord,
  text: string,
  signal: AbortSignal,
): Promise<SoundStream> {
  const engine = await engineOf(host);
  const { voiceId = engine.defaultVoice, voiceSettings } = voice;
  if (!engine.voices.some(({ id }) => id === voiceId)) {
    // Another gateway may have the engine that the request was made for.
    const isFinal = !isShared(host.services.gateway);
    throw speechError("voice_gone", `${engine.name} no longer has the voice ${voiceId}`, { isFinal });
  }
  return engine.speak({ text, voice: voiceId, speed: voiceSettings?.speed ?? 1 }, signal);
}

/** The secret is available only while the request is sent, not while the answer is streamed. */
async function speakRemotely(
  host: PluginContext<typeof group>,
  { voice }: RequestRecord,
  text: string,
  signal: AbortSignal,
): Promise<SoundStream> {
  const { config, services } = host;
  const connection = await services.connections?.find(connectionName(config));
  if (!services.secrets || !connection)
    throw speechError("connection_missing", "no credential connection with a key was found", { stops: true });
  const user = { group: "audio", purpose: "speech", hosts: [hostIn(addressOf(config))] };
  try {
    return await services.secrets.use({ connection: connection.id, provider: PROVIDER }, user, (secret) =>
      speak(config, secret, { voice, text }, signal),
    );
  } catch (error) {
    const stop = isSpeechError(error) ? undefined : stopFor(error);
    throw stop ? speechError(stop.code, stop.reason, { stops: true }) : error;
  }
}
