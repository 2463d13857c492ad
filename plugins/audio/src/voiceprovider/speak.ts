import type { Secret } from "@postern/credentials/services";
import type { Voice } from "../schemas.ts";
import type { SoundStream } from "../sound.ts";
import { speechError } from "../speech-error.ts";
import { addressOf } from "./address.ts";
import { exchange } from "./exchange.ts";
import { codingOf } from "./formats.ts";
import { requestFor } from "./request.ts";

interface Config {
  readonly voiceprovider?: { readonly url?: string; readonly timeout?: number };
}

export const timeoutOf = ({ voiceprovider }: Config): number => voiceprovider?.timeout ?? 30_000;

/** Requests the speech for a text from the service. */
export async function speak(
  config: Config,
  secret: Secret,
  { voice, text }: { voice: Voice; text: string },
  signal: AbortSignal,
): Promise<SoundStream> {
  const { path, body } = requestFor(voice, text);
  const coding = codingOf(voice.outputFormat);
  if (!coding)
    throw speechError("format", `The provider does not support the format ${voice.outputFormat}`, { isFinal: true });
  const { type, wav, matches } = coding;
  const url = addressOf(config) + path;
  const answer = await exchange({ url, secret, body, silence: timeoutOf(config), signal });
  if (!/^(audio\/|application\/octet-stream)/.test(answer.type)) {
    answer.stop();
    throw speechError(
      "provider_nonsense",
      `The provider answered with ${answer.type.slice(0, 60) || "an unknown type"} instead of sound`,
    );
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let begin: Uint8Array | undefined = new Uint8Array();
    for await (const chunk of answer.chunks) {
      if (!begin) yield chunk;
      else {
        begin = Buffer.concat([begin, chunk]);
        if (begin.byteLength < 16) continue;
        if (!matches(begin)) break;
        yield begin;
        begin = undefined;
      }
    }
    if (begin)
      throw speechError("provider_nonsense", `The response of the provider is not in the format ${voice.outputFormat}`);
  }
  return { type, ...(wav && { wav }), chunks: chunks() };
}
