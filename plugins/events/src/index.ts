import { definePlugin } from "@postern/core";
import { schemas } from "./component-schemas.ts";
import { group } from "./group.ts";
import { createHub } from "./hub.ts";
import * as operations from "./operations/index.ts";
import { eventStreams } from "./services.ts";
import { stream } from "./stream.ts";

export * from "./operations/index.ts";

/** Events, as a list and as a live stream. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  operations: Object.values(operations),
  provides: { streams: eventStreams },
  setup(host) {
    const hub = createHub(host);
    const streams = { open: hub.openCount, cutOff: hub.cutOffCount };
    return { services: { streams }, state: { hub, tickets: new Map() } };
  },
  start: (host) => () => host.state.hub.stop(),
  routes: [stream],
});
