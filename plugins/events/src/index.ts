import { definePlugin } from "@postern/core";
import { schemas } from "./component-schemas.ts";
import { group } from "./group.ts";
import { createHub } from "./hub.ts";
import { list } from "./operations/list.ts";
import { ticket } from "./operations/ticket.ts";
import { types } from "./operations/types.ts";
import { eventStreams } from "./services.ts";
import { stream } from "./stream.ts";

export { list, ticket, types };

/** Events, as a list and as a live stream. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  operations: [list, types, ticket],
  provides: { streams: eventStreams },
  setup(host) {
    const hub = createHub(host);
    const streams = { open: hub.openCount, cutOff: hub.cutOffCount };
    return { services: { streams }, state: { hub, tickets: new Map() } };
  },
  start: (host) => () => host.state.hub.stop(),
  routes: [stream],
});
