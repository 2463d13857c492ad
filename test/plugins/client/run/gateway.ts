import agents from "@postern/agents";
import bases from "@postern/bases";
import chats from "@postern/chats";
import { createClient } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import { createGateway, type Grant } from "@postern/core";
import { listen } from "@postern/core/server";
import events from "@postern/events";
import { onTestFinished } from "vitest";

export const plugins = [events(), chats(), agents(), bases()] as const;

/** A worker that ends with its test leaves requests behind, which the closed gateway would log. */
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** A gateway that listens on a free port, and a client with all rights. Both end with the test. */
export async function serveGateway(grants: readonly Grant[] = ["*"], options: object = {}) {
  const gateway = createGateway({ plugins, log, ...options });
  await gateway.start();
  const { url, close } = await listen(gateway, { port: 0 });
  onTestFinished(async () => {
    await close();
    await gateway.stop();
  });
  const { key } = await gateway.keys.issue({ label: "test", scopes: grants });
  return { gateway, url, key, client: createClient<Api<typeof plugins>>({ url, key }) };
}
