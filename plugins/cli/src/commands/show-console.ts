import type { Gateway } from "@postern/core";
import { signInTo } from "../console-address.ts";
import type { Io } from "../io.ts";
import { openBrowser } from "../open-browser.ts";
import { openSignedIn } from "../open-signed-in.ts";
import { savedKey } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";

interface Setting {
  /** The address of the gateway. */
  readonly url: string;
  /** The key that was created at the start. By default the saved one. */
  readonly key: string | undefined;
  readonly settings: Settings;
  /** Aborts when the gateway stops. */
  readonly signal: AbortSignal;
}

/**
 * Opens the console of a gateway in this process, signed in. Without a console or a key, its page says what to do. Never
 * rejects, because the gateway serves all the same.
 */
export async function showConsole(gateway: Gateway, setting: Setting, io: Io): Promise<void> {
  const { url, settings, signal } = setting;
  const send = (path: string, request: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`http://localhost${path}`, { ...request, method: "POST" }));
  try {
    const key = setting.key ?? savedKey(settings.home, settings.data);
    const signIn = key === undefined ? undefined : await signInTo(gateway, url, key);
    if (signIn) await openSignedIn({ settings, ...signIn, send, signal }, io);
    else await openBrowser(`${url}/console/`, io);
  } catch (error) {
    io.note(`Cannot open the console: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
