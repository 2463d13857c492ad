import { omitUndefined } from "@postern/core";
import { type ConnectionName, hostIn, type Secret, type Secrets } from "@postern/credentials/services";
import { readBytes } from "@postern/kit/outbound";
import type { OfferedVoice } from "../schemas.ts";
import { speechError } from "../speech-error.ts";
import type { State } from "../state.ts";
import { addressOf } from "./address.ts";
import { exchange } from "./exchange.ts";

interface Config {
  readonly voiceprovider?: { readonly url?: string; readonly timeout?: number };
}
const MAX_BYTES = 4 * 2 ** 20;
const TIMEOUT = 10_000;
const CACHE_DURATION = 60_000;

/** The voices that the service offers for this key, cached for a minute. */
export async function voicesFor(
  { config, state }: { config: Config; state: State },
  secrets: Secrets,
  name: ConnectionName,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<readonly OfferedVoice[]> {
  const known = state.voices;
  if (known && Math.abs(now - known.at) < CACHE_DURATION) return known.voices;
  const user = { group: "audio", purpose: "listing voices", hosts: [hostIn(addressOf(config))] };
  const voices = await secrets.use(name, user, (secret) => askVoices(config, secret, signal));
  state.voices = { at: now, voices };
  return voices;
}

/** Requests the voices from the service, which also checks the key. */
export async function askVoices(config: Config, secret: Secret, signal: AbortSignal): Promise<OfferedVoice[]> {
  const silence = Math.min(TIMEOUT, config.voiceprovider?.timeout ?? TIMEOUT);
  const url = `${addressOf(config)}/v1/voices`;
  const { chunks } = await exchange({ url, secret, silence, timeout: TIMEOUT, mostBytes: MAX_BYTES, signal });
  const text = String(await readBytes(chunks));
  const nonsense = speechError("provider_nonsense", "The response of the provider is not a list of voices");
  let said: unknown;
  try {
    said = (JSON.parse(text) as { voices?: unknown } | null)?.voices;
  } catch {
    throw nonsense;
  }
  if (!Array.isArray(said)) throw nonsense;
  return said
    .slice(0, 10_000)
    .map(voiceIn)
    .filter((voice) => voice !== undefined);
}

const word = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined;

function voiceIn(said: unknown): OfferedVoice | undefined {
  const { voice_id, name, labels } = (said ?? {}) as Record<string, unknown>;
  const id = word(voice_id);
  if (id === undefined) return undefined;
  const { language, gender } = (labels ?? {}) as Record<string, unknown>;
  return omitUndefined({
    id,
    name: word(name) ?? id,
    provider: "voiceprovider" as const,
    lang: word(language),
    gender: word(gender),
  });
}
