import type { PluginContext } from "@postern/core";
import type { Provider } from "@postern/credentials/services";
import type { group } from "./group.ts";
import { isTrouble } from "./trouble.ts";
import { PROVIDER } from "./voiceprovider/connection.ts";
import { askVoices } from "./voiceprovider/voices.ts";

/** How the credentials group finds out whether a key of the voice provider is good. */
export const providerFor = ({ config }: PluginContext<typeof group>): Provider => ({
  id: PROVIDER,
  label: "Voice provider",
  check: (secret, { signal }) =>
    askVoices(config, secret, signal).then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, reason: isTrouble(error) ? error.message : "It could not be asked" }),
    ),
});
