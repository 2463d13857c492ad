import { omitUndefined } from "@postern/core";
import { voiceFor } from "../local/engine.ts";
import { engineOf } from "../local/speaker.ts";
import type { Provider, Voice } from "../schemas.ts";
import type { State } from "../state.ts";
import { codingOf, DEFAULT_FORMAT, FORMATS } from "../voiceprovider/formats.ts";
import type { Speech } from "./schemas.ts";
import { invalidField } from "./voice-input.ts";

interface Config {
  readonly provider: Provider;
  readonly engine?: "espeak-ng" | "flite";
  readonly voiceprovider?: { readonly voice?: string; readonly model?: string; readonly format?: string };
}

interface VoiceContext {
  readonly config: Config;
  readonly state: State;
}

/** The only format of local engines. */
const LOCAL_FORMAT = "wav";

/** Resolves the voice of a request: its own settings, then the agent's defaults, then the configuration. */
export async function resolveVoice(requested: Speech, defaults: Speech, context: VoiceContext): Promise<Voice> {
  const { config } = context;
  const { speed, voiceSettings, voiceprovider } = requested;
  const settings = omitUndefined({
    ...defaults.voiceSettings,
    speed: defaults.speed ?? defaults.voiceSettings?.speed,
    ...voiceSettings,
    ...(speed !== undefined && { speed }),
  });
  const more = { ...defaults.voiceprovider, ...voiceprovider };
  const wanted = {
    ...omitUndefined({ lang: requested.lang ?? defaults.lang, modelId: requested.model ?? defaults.model }),
    ...(Object.keys(settings).length > 0 && { voiceSettings: settings }),
    ...(Object.keys(more).length > 0 && { voiceprovider: more }),
  };
  const provider = (defaults.provider as Provider | undefined) ?? config.provider;
  return provider === "local"
    ? { provider, ...wanted, ...(await localVoice(requested, defaults, context)) }
    : { provider, ...wanted, ...remoteVoice(requested, defaults, config) };
}

/** Where to report an invalid value: at the field of the request, or at the agent with the default. */
const pathOf = (requested: Speech, field: "voice" | "lang" | "format") =>
  requested[field] === undefined ? { path: "/agent", of: `: the agent's ${field} ` } : { path: `/${field}`, of: "" };

async function localVoice(requested: Speech, defaults: Speech, context: VoiceContext) {
  const format = requested.format ?? defaults.format ?? LOCAL_FORMAT;
  if (format !== LOCAL_FORMAT) {
    const { path, of } = pathOf(requested, "format");
    throw invalidField(path, "format", `${of}must be ${LOCAL_FORMAT}, the only format of the local provider`);
  }
  const engine = await engineOf(context);
  const { voice = defaults.voice, lang = defaults.lang } = requested;
  const found = voiceFor(engine, { voice, lang });
  const list = "postern audio voices list";
  if (!found && voice !== undefined) {
    const { path, of } = pathOf(requested, "voice");
    throw invalidField(path, "voice", `${of}must be a voice of ${engine.name}; list voices with "${list}"`);
  }
  if (!found) {
    const { path, of } = pathOf(requested, "lang");
    const more = engine.name === "flite" ? ", or install espeak-ng for more languages" : "";
    throw invalidField(path, "lang", `${of}must be a language of ${engine.name}; list voices with "${list}"${more}`);
  }
  return { voiceId: found.id, lang: lang ?? found.lang, outputFormat: format };
}

function remoteVoice(requested: Speech, defaults: Speech, { voiceprovider }: Config) {
  const format = requested.format ?? defaults.format ?? voiceprovider?.format ?? DEFAULT_FORMAT;
  if (!codingOf(format)) {
    const { path, of } = pathOf(requested, "format");
    throw invalidField(path, "format", `${of}must be one of ${FORMATS}`);
  }
  const voiceId = requested.voice ?? defaults.voice ?? voiceprovider?.voice;
  const list = "postern audio voices list --provider voiceprovider";
  if (voiceId === undefined)
    throw invalidField(
      "/voice",
      "required",
      `must be given, because neither the agent nor the configuration sets a voice; list voices with "${list}"`,
    );
  const modelId = requested.model ?? defaults.model ?? voiceprovider?.model;
  return { voiceId, ...(modelId !== undefined && { modelId }), outputFormat: format };
}

/** Settings of a request that its provider ignores. */
export function unusedIn({ provider, modelId, voiceSettings = {}, voiceprovider = {} }: Voice): string[] {
  if (provider !== "local") return [];
  return [
    ...(modelId === undefined ? [] : ["model"]),
    ...Object.keys(voiceSettings)
      .filter((name) => name !== "speed")
      .map((name) => `voiceSettings.${name}`),
    ...Object.keys(voiceprovider).map((name) => `voiceprovider.${name}`),
  ];
}

/** A voice without `previousText` and `nextText`, which must not appear in plans. */
export function plannedVoice({ voiceprovider, ...voice }: Voice): Voice {
  if (!voiceprovider) return voice;
  const { previousText: _previous, nextText: _next, ...rest } = voiceprovider;
  return { ...voice, ...(Object.keys(rest).length > 0 && { voiceprovider: rest }) };
}
