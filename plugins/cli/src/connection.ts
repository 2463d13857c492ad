import type { Plugin } from "@postern/core";
import { assertInitialised } from "./data-folder.ts";
import { Exit, Refusal } from "./exit.ts";
import { remote } from "./remote.ts";
import { runningGateway } from "./running.ts";
import { savedKey } from "./saved-keys.ts";
import type { Settings } from "./settings.ts";
import { isHere, trustFor } from "./trust.ts";

/** What a gateway answered. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A way to a gateway: over HTTP to one that runs, else one of this process, asked in the same words. */
export interface Connection {
  send(path: string, request: { body: string; headers: Readonly<Record<string, string>> }): Promise<Reply>;
  close(): Promise<void>;
}

export async function connect(settings: Settings, plugins: () => Promise<readonly Plugin[]>): Promise<Connection> {
  const authorization = `Bearer ${keyFor(settings)}`;
  const { gateway: elsewhere, data } = settings;
  if (elsewhere !== undefined) return remote(elsewhere, authorization, trustFor(elsewhere, data));
  const running = runningGateway(data);
  if (!running) assertInitialised(settings);
  if (running) return remote(running.url, authorization, trustFor(running.url, data));
  const { openGateway } = await import("./open-gateway.ts");
  const gateway = await openGateway(settings, await plugins());
  return {
    async send(path, { body, headers }) {
      const init = { method: "POST", body, headers: { ...headers, authorization } };
      const response = await gateway.fetch(new Request(`http://localhost${path}`, init));
      return { status: response.status, text: await response.text() };
    },
    close: () => gateway.stop(),
  };
}

/**
 * The saved key belongs to this machine's own gateway: it is never sent to another machine, and to another address of
 * this one only where the caller names that. Anybody can put a configuration file into a folder, so POSTERN_TOKEN is not
 * sent to another machine that only such a file names either.
 */
export function keyFor({ token, gateway, home, data, isFoundGateway }: Settings): string {
  if (token !== undefined) {
    if (gateway === undefined || !isFoundGateway || isHere(gateway)) return token;
    throw new Refusal(
      `The configuration file of this folder names the gateway ${gateway}: POSTERN_TOKEN is not sent there. If you know that gateway, name it with --gateway ${gateway}, in POSTERN_URL, or the file with --config-file`,
      Exit.notPermitted,
    );
  }
  if (gateway !== undefined && !isHere(gateway)) {
    throw new Refusal(`The gateway at ${gateway} needs its key in POSTERN_TOKEN`, Exit.notPermitted);
  }
  if (gateway !== undefined && isFoundGateway && runningGateway(data)?.url !== gateway) {
    throw new Refusal(
      `The configuration file of this folder names the gateway ${gateway}, which does not serve ${data}: its key is not sent there. Name the gateway with --gateway, or its key in POSTERN_TOKEN`,
      Exit.notPermitted,
    );
  }
  const saved = savedKey(home, data);
  if (saved !== undefined) return saved;
  throw new Refusal("There is no key: set POSTERN_TOKEN, or run postern init", Exit.notPermitted);
}
