import { defineQuery, gatewayErrors, type QueryContext, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { listOf, listSource } from "@postern/kit/paging";
import { WorkerStopped } from "../errors.ts";
import { group } from "../group.ts";
import { engineOf } from "../local/speaker.ts";
import { OfferedVoice, Provider } from "../schemas.ts";
import { isSpeechError } from "../speech-error.ts";
import { Lang } from "../voice/schemas.ts";
import { assertAvailable, connectionName, PROVIDER as provider, stopFor } from "../voiceprovider/connection.ts";
import { voicesFor } from "../voiceprovider/voices.ts";

const Voices = listOf("voices", OfferedVoice, {
  id: "id",
  name: "text",
  provider: "plain",
  lang: "plain",
  gender: ["plain", 1],
  engine: ["plain", 2],
});

export const voicesList = defineQuery(group, {
  id: "audio.voices.list",
  summary: "List the voices of a provider",
  description:
    "Lists the voices of this machine by default. With provider voiceprovider, the service is queried at most once a minute.",
  input: T.Object({
    provider: withDefault(described(Provider, "Speech provider"), "local"),
    lang: T.Optional(Lang),
    ...Voices.fields,
  }),
  output: Voices.output,
  errors: [WorkerStopped],
  examples: [
    { title: "List the voices of this machine", input: {} },
    { title: "List English voices", input: { lang: "en", fields: "id,name,lang" } },
  ],
  async run(ctx, { provider, lang, ...page }) {
    const voices = await (provider === "local" ? localVoices(ctx) : remoteVoices(ctx));
    const wanted = lang?.toLowerCase();
    const speaks = ({ lang: own = "" }: OfferedVoice) =>
      wanted === undefined || own.toLowerCase() === wanted || own.toLowerCase().startsWith(`${wanted}-`);
    return Voices.answer(page, listSource(voices.filter(speaks)), (voice) => voice);
  },
});

async function localVoices(ctx: Parameters<typeof engineOf>[0]): Promise<readonly OfferedVoice[]> {
  const { name: engine, voices } = await engineOf(ctx);
  return voices.map((voice) => ({ ...voice, provider: "local" as const, engine }));
}

async function remoteVoices({ store, services, config, state, now, signal }: QueryContext<typeof group>) {
  const { secrets, connections } = services;
  await assertAvailable(store, connections, config);
  const connection = await connections?.find(connectionName(config));
  if (!secrets || !connection)
    throw WorkerStopped({ cause: "connection_missing", reason: "no credential connection with a key was found" });
  try {
    return await voicesFor({ config, state }, secrets, { connection: connection.id, provider }, { now, signal });
  } catch (error) {
    const stop = stopFor(error);
    if (stop) throw WorkerStopped({ cause: "connection_unreadable", reason: stop.reason });
    if (isSpeechError(error)) throw gatewayErrors.Unavailable({ reason: error.message });
    throw error;
  }
}
