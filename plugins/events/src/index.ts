import { definePlugin } from "@postern/core";
import { createSigningSecret } from "@postern/kit/sealing";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { group } from "./group.ts";
import { createHub } from "./hub.ts";
import * as operations from "./operations/index.ts";
import { stream } from "./stream.ts";
import { link } from "./trace/link.ts";
import { sweepLinks } from "./trace/sweep.ts";

export { EventNotFound } from "./errors.ts";
export * from "./operations/index.ts";

/** Events, as a list and as a live stream. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  collections,
  workers: [link, sweepLinks],
  operations: Object.values(operations),
  setup(host) {
    const hub = createHub(host);
    host.services.drainables?.register(hub);
    return { state: { hub } };
  },
  async start(host) {
    // Without the secret there are no tickets; a store that is read-only is served all the same.
    await createSigningSecret(host, collections.signings).catch((error: unknown) => {
      host.log.warn({ error: String(error) }, "Tickets for event streams cannot be issued");
    });
    return () => host.state.hub.stop();
  },
  routes: [stream],
});
