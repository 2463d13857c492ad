import { join } from "node:path";
import { createGateway, createLog, type Gateway, type Plugin } from "@postern/core";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs";
import { isInitialised, runningGateway } from "./data-folder.ts";
import { Exit, UsageError } from "./exit.ts";
import { savedKey } from "./saved-keys.ts";
import type { Settings } from "./settings.ts";
import { isInMemory, openStore } from "./store.ts";

/** A way to a gateway: over HTTP to one that runs, else one of this process, asked in the same words. */
export interface Connection {
  send(path: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** A gateway on the store and blobs that the settings name. */
export async function openGateway(settings: Settings, plugins: readonly Plugin[]): Promise<Gateway> {
  const blobs = isInMemory(settings)
    ? undefined
    : createStorage({ driver: fs({ base: join(settings.data, "blobs") }) });
  return createGateway({
    plugins,
    storage: await openStore(settings),
    ...(blobs && { blobs }),
    log: createLog(),
    ...(settings.origins && { origins: settings.origins }),
  });
}

export async function connect(settings: Settings, plugins: () => Promise<readonly Plugin[]>): Promise<Connection> {
  const url = settings.gateway ?? runningGateway(settings.data)?.url;
  const key = settings.token ?? savedKey(settings.home, settings.data);
  if (key === undefined) {
    throw new UsageError("There is no key: set POSTERN_TOKEN, or run postern init", Exit.notPermitted);
  }
  const authorized = (init: RequestInit): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
  });
  if (url !== undefined) {
    return {
      close: async () => {},
      send: (path, init) =>
        fetch(url + path, authorized(init)).catch((error: unknown) => {
          const cause = (error as { cause?: { code?: string } }).cause?.code ?? String(error);
          throw new UsageError(`The gateway at ${url} cannot be reached: ${cause}`, Exit.failed);
        }),
    };
  }
  assertInitialised(settings);
  const gateway = await openGateway(settings, await plugins());
  return {
    send: (path, init) => gateway.fetch(new Request(`http://localhost${path}`, authorized(init))),
    close: () => gateway.stop(),
  };
}

/** An empty store where a full one is expected would look like lost data: nothing makes one but `init`. */
export function assertInitialised(settings: Settings): void {
  if (isInMemory(settings) || isInitialised(settings.data)) return;
  throw new UsageError(`There is no store in ${settings.data}: run postern init --data ${settings.data}`, Exit.failed);
}
