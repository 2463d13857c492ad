import { omitUndefined } from "@postern/core";
import { voiceFor } from "../local/engine.ts";
import { engineOf } from "../local/speaker.ts";
import type { Provider, Voice } from "../schemas.ts";
import type { State } from "../state.ts";
import { codingOf, FORMATS, USUAL_FORMAT } from "../voiceprovider/formats.ts";
import { refused } from "./said.ts";
import type { Speech } from "./schemas.ts";

interface Config {
  readonly provider: Provider;
  readonly engine?: "espeak-ng" | "flite";
  readonly voiceprovider?: { readonly voice?: string; readonly model?: string; readonly format?: string };
}

interface Speaking {
  readonly config: Config;
  readonly state: State;
}

/** The only format of local engines. */
const LOCAL_FORMAT = "wav";

/** Resolves the voice of a request: its own settings, then the agent's defaults, then the configuration. */
export async function resolveVoice(said: Speech, defaults: Speech, speaking: Speaking): Promise<Voice> {
  const { config } = speaking;
  const { speed, voiceSettings, voiceprovider } = said;
  const settings = omitUndefined({
    ...defaults.voiceSettings,
    speed: defaults.speed ?? defaults.voiceSettings?.speed,
    ...voiceSettings,
    ...(speed !== undefined && { speed }),
  });
  const more = { ...defaults.voiceprovider, ...voiceprovider };
  const wanted = {
    ...omitUndefined({ lang: said.lang ?? defaults.lang, modelId: said.model ?? defaults.model }),
    ...(Object.keys(settings).length > 0 && { voiceSettings: settings }),
    ...(Object.keys(more).length > 0 && { voiceprovider: more }),
  };
  const provider = (defaults.provider as Provider | undefined) ?? config.provider;
  return provider === "local"
    ? { provider, ...wanted, ...(await localVoice(said, defaults, speaking)) }
    : { provider, ...wanted, ...remoteVoice(said, defaults, config) };
}

/** Where to report an invalid value: at the field of the request, or at the agent with the default. */
const placeOf = (said: Speech, field: "voice" | "lang" | "format") =>
  said[field] === undefined ? { path: "/agent", of: `: the agent's ${field} ` } : { path: `/${field}`, of: "" };

async function localVoice(said: Speech, defaults: Speech, speaking: Speaking) {
  const format = said.format ?? defaults.format ?? LOCAL_FORMAT;
  if (format !== LOCAL_FORMAT) {
    const { path, of } = placeOf(said, "format");
    throw refused(path, "format", `${of}must be ${LOCAL_FORMAT}, the only format of the local provider`);
  }
  const engine = await engineOf(speaking);
  const { voice = defaults.voice, lang = defaults.lang } = said;
  const found = voiceFor(engine, { voice, lang });
  const list = "postern audio voices list";
  if (!found && voice !== undefined) {
    const { path, of } = placeOf(said, "voice");
    throw refused(path, "voice", `${of}must be a voice of ${engine.name}; list voices with "${list}"`);
  }
  if (!found) {
    const { path, of } = placeOf(said, "lang");
    const more = engine.name === "flite" ? ", or install espeak-ng for more languages" : "";
    throw refused(path, "lang", `${of}must be a language of ${engine.name}; list voices with "${list}"${more}`);
  }
  return { voiceId: found.id, lang: lang ?? found.lang, outputFormat: format };
}

function remoteVoice(said: Speech, defaults: Speech, { voiceprovider }: Config) {
  const format = said.format ?? defaults.format ?? voiceprovider?.format ?? USUAL_FORMAT;
  if (!codingOf(format)) {
    const { path, of } = placeOf(said, "format");
    throw refused(path, "format", `${of}must be one of ${FORMATS}`);
  }
  const voiceId = said.voice ?? defaults.voice ?? voiceprovider?.voice;
  const list = "postern audio voices list --provider voiceprovider";
  if (voiceId === undefined)
    throw refused(
      "/voice",
      "required",
      `must be given, because neither the agent nor the configuration sets a voice; list voices with "${list}"`,
    );
  const modelId = said.model ?? defaults.model ?? voiceprovider?.model;
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
