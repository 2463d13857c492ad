import type { PluginContext } from "@postern/core";
import type { Provider } from "@postern/credentials/services";
import type { group } from "./group.ts";
import { isSpeechError } from "./speech-error.ts";
import { PROVIDER } from "./voiceprovider/connection.ts";
import { askVoices } from "./voiceprovider/voices.ts";

/** Lets the credentials plugin check keys of the voice provider. */
export const providerFor = ({ config }: PluginContext<typeof group>): Provider => ({
  id: PROVIDER,
  label: "Voice provider",
  check: (secret, { signal }) =>
    askVoices(config, secret, signal).then(
      () => ({ ok: true }),
      (error: unknown) => ({
        ok: false,
        reason: isSpeechError(error) ? error.message : "The voice provider could not be reached",
      }),
    ),
});
