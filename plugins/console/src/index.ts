import { definePlugin } from "@postern/core";
import { consolePages } from "@postern/kit/console";
import { createSigningSecret } from "@postern/kit/sealing";
import * as collections from "./collections.ts";
import { openProgram } from "./files.ts";
import { frames } from "./frames-route.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { pages } from "./pages-route.ts";
import { pluginPages } from "./plugin-pages.ts";
import { sessionCheck } from "./session-check-route.ts";
import { session } from "./session-route.ts";

export { TicketNotValid } from "./errors.ts";
export * from "./operations/index.ts";

/** Serves the console of the gateway under `/console/`. */
export default definePlugin(group, {
  version: "1.0.0",
  collections,
  operations: Object.values(operations),
  provides: { pages: consolePages },
  setup: ({ services, log }) => ({
    services: { pages: { urlOf: (path) => `/console/${path}` } },
    state: { program: openProgram(), pages: pluginPages(services.gateway.pages, log) },
  }),
  async start(host) {
    // Without the secret there are no tickets; a store that is read-only is served all the same.
    await createSigningSecret(host, collections.signings).catch((error: unknown) => {
      host.log.warn({ error: String(error) }, "Tickets for the console cannot be issued");
    });
    return undefined;
  },
  routes: [session, sessionCheck, frames, pages],
});
