import { Readable } from "node:stream";
import { quoted } from "@postern/client/command-line";
import type { GatewayKeys, Plugin } from "@postern/core";
import { assertInitialised } from "./data-folder.ts";
import { Exit, Refusal, Unreachable } from "./exit.ts";
import { ownHeaders } from "./own-headers.ts";
import { type Channel, type Connection, remote } from "./remote.ts";
import { gatewayAt, runningGateway } from "./running.ts";
import { savedKey, savedKeysFile } from "./saved-keys.ts";
import type { Settings } from "./settings.ts";
import { isLocal, trustFor } from "./trust.ts";

export async function connect(settings: Settings, plugins: () => Promise<readonly Plugin[]>): Promise<Connection> {
  const { keys, ...channel } = await open(settings, plugins);
  // Loaded only when a key is refused, because it loads the kernel.
  return { ...channel, refusedKey: async () => (await import("./refused-key.ts")).refusedKey(settings, keys) };
}

/** `keys` are those of a gateway in this process. */
type Opened = Channel & Pick<Connection, "renew"> & { readonly keys?: GatewayKeys };

async function open(settings: Settings, plugins: () => Promise<readonly Plugin[]>): Promise<Opened> {
  const own = ownHeaders(keyFor(settings), settings);
  const { gateway: elsewhere, data } = settings;
  const at = (url: string) => remote(url, own, trustFor(url, data));
  if (elsewhere !== undefined) return { ...at(elsewhere), renew: () => at(elsewhere) };
  const running = runningGateway(data);
  if (!running) assertInitialised(settings);
  if (running) return { ...at(running.url), renew: () => at(addressNow(data)) };
  const { openGateway } = await import("./open-gateway.ts");
  const { asOperator } = await import("./as-operator.ts");
  const gateway = await openGateway(settings, await plugins(), { authenticate: asOperator(keyFor(settings)) });
  return {
    async send(path, { body, headers }) {
      const init = { method: "POST", body, headers: { ...headers, ...own } };
      const response = await gateway.fetch(new Request(`http://localhost${path}`, init));
      return { status: response.status, text: await response.text() };
    },
    async stream(path, body, headers) {
      const init = {
        method: "POST",
        body: Readable.toWeb(body),
        duplex: "half",
        headers: { ...headers, ...own },
      };
      const response = await gateway.fetch(new Request(`http://localhost${path}`, init as RequestInit));
      return { status: response.status, chunks: (response.body ?? []) as AsyncIterable<Uint8Array> };
    },
    close: () => gateway.stop(),
    keys: gateway.keys,
  };
}

/** The address of the gateway that serves the folder now. */
function addressNow(data: string): string {
  const running = runningGateway(data);
  if (!running) throw new Unreachable(`No gateway serves ${data}`);
  return running.url;
}

/**
 * The saved key belongs to the local gateway: it is never sent to another machine, and to another address of this
 * machine only if the caller names it. Anyone can put a configuration file into a folder, so POSTERN_TOKEN is not sent
 * to another machine that only such a file names either.
 */
export function keyFor(settings: Settings): string {
  const { token, gateway, home, data, isFoundGateway } = settings;
  if (token !== undefined) {
    if (gateway === undefined || !isFoundGateway || isLocal(gateway)) return token;
    throw new Refusal(
      `The gateway ${gateway} comes from the configuration file in this folder, so POSTERN_TOKEN is not sent to it. If you trust it, use --gateway ${gateway}, set POSTERN_URL, or name the file with --config-file.`,
      Exit.notPermitted,
    );
  }
  if (gateway !== undefined && !isLocal(gateway)) {
    throw new Refusal(`The gateway at ${gateway} requires a key. Set POSTERN_TOKEN.`, Exit.notPermitted);
  }
  if (gateway !== undefined && isFoundGateway && !gatewayAt(data, gateway)) {
    throw new Refusal(
      `The gateway ${gateway} comes from the configuration file in this folder and does not serve ${data}, so the saved key is not sent to it. Use --gateway ${gateway} or set POSTERN_TOKEN.`,
      Exit.notPermitted,
    );
  }
  const saved = savedKey(home, data);
  if (saved !== undefined) return saved;
  if (gateway === undefined && !runningGateway(data)) assertInitialised(settings);
  throw new Refusal(
    `No key found: POSTERN_TOKEN is not set, and ${savedKeysFile(home)} has no key of ${data}. Set POSTERN_TOKEN, or run "postern init --data ${quoted(data)} --force" to create another admin key.`,
    Exit.notPermitted,
  );
}
