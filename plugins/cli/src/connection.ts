import type { Plugin } from "@postern/core";
import { assertInitialised } from "./data-folder.ts";
import { Exit, UsageError } from "./exit.ts";
import { runningGateway } from "./running.ts";
import { savedKey } from "./saved-keys.ts";
import type { Settings } from "./settings.ts";

/** A way to a gateway: over HTTP to one that runs, else one of this process, asked in the same words. */
export interface Connection {
  send(path: string, init: { method: string; body: string; headers: Record<string, string> }): Promise<Response>;
  close(): Promise<void>;
}

export async function connect(settings: Settings, plugins: () => Promise<readonly Plugin[]>): Promise<Connection> {
  const authorization = `Bearer ${keyFor(settings)}`;
  const url = settings.gateway ?? runningGateway(settings.data)?.url;
  if (url !== undefined) return remote(url, authorization);
  assertInitialised(settings);
  const { openGateway } = await import("./open-gateway.ts");
  const gateway = await openGateway(settings, await plugins());
  return {
    send: (path, init) =>
      gateway.fetch(new Request(`http://localhost${path}`, { ...init, headers: { ...init.headers, authorization } })),
    close: () => gateway.stop(),
  };
}

function remote(url: string, authorization: string): Connection {
  return {
    // A redirect would carry the key to wherever it leads.
    send: (path, init) =>
      fetch(url + path, { ...init, redirect: "manual", headers: { ...init.headers, authorization } }).catch(
        (error: unknown) => {
          const { cause, message } = error as { cause?: { code?: string }; message: string };
          throw new UsageError(`The gateway at ${url} cannot be reached: ${cause?.code ?? message}`, Exit.failed);
        },
      ),
    close: async () => {},
  };
}

/** The saved key belongs to this machine's own gateway: it is never sent to another machine. */
function keyFor({ token, gateway, home, data }: Settings): string {
  if (token !== undefined) return token;
  if (gateway !== undefined && !isHere(gateway)) {
    throw new UsageError(`The gateway at ${gateway} needs its key in POSTERN_TOKEN`, Exit.notPermitted);
  }
  const saved = savedKey(home, data);
  if (saved !== undefined) return saved;
  throw new UsageError("There is no key: set POSTERN_TOKEN, or run postern init", Exit.notPermitted);
}

const isHere = (url: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
