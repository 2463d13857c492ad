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

/** The formats that the engines of this machine make. */
const LOCAL_FORMAT = "wav";

/** The voice of a request: what it says itself, else what its agent is used to, else what is configured or built in. */
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

/** A fault is told of where it stands: in the request, or with its agent. */
const placeOf = (said: Speech, field: "voice" | "lang" | "format") =>
  said[field] === undefined ? { path: "/agent", of: `: the agent's ${field} ` } : { path: `/${field}`, of: "" };

async function localVoice(said: Speech, defaults: Speech, speaking: Speaking) {
  const format = said.format ?? defaults.format ?? LOCAL_FORMAT;
  if (format !== LOCAL_FORMAT) {
    const { path, of } = placeOf(said, "format");
    throw refused(path, "format", `${of}must be ${LOCAL_FORMAT}, the only one that the local provider makes`);
  }
  const engine = await engineOf(speaking);
  const { voice = defaults.voice, lang = defaults.lang } = said;
  const found = voiceFor(engine, { voice, lang });
  const list = "postern audio voices list";
  if (!found && voice !== undefined) {
    const { path, of } = placeOf(said, "voice");
    throw refused(path, "voice", `${of}must be a voice of ${engine.name}; ${list} tells which there are`);
  }
  if (!found) {
    const { path, of } = placeOf(said, "lang");
    const more = engine.name === "flite" ? "; install espeak-ng for more" : "";
    throw refused(path, "lang", `${of}must be a language that ${engine.name} speaks; ${list} tells which${more}`);
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
    throw refused("/voice", "required", `must be given: neither agent nor configuration has one; see ${list}`);
  const modelId = said.model ?? defaults.model ?? voiceprovider?.model;
  return { voiceId, ...(modelId !== undefined && { modelId }), outputFormat: format };
}

/** What a request says of the voice that its provider has no use for. */
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

/** A voice as a plan may show it: without the texts around the one that is spoken. */
export function plannedVoice({ voiceprovider, ...voice }: Voice): Voice {
  if (!voiceprovider) return voice;
  const { previousText: _previous, nextText: _next, ...rest } = voiceprovider;
  return { ...voice, ...(Object.keys(rest).length > 0 && { voiceprovider: rest }) };
}
