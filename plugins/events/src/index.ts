import { definePlugin, type Host } from "@postern/core";
import { group } from "./group.ts";
import { createHub, type Hub } from "./hub.ts";
import { list } from "./operations/list.ts";
import { ticket } from "./operations/ticket.ts";
import { types } from "./operations/types.ts";
import { eventStreams } from "./services.ts";
import { streamRoute } from "./stream.ts";

export { list, ticket, types };

/** The streams of each gateway: made when it sets the plugin up, and ended with it. */
const hubs = new WeakMap<object, Hub>();
const hubOf = (host: Host<typeof group>): Hub => hubs.get(host.services.gateway) as Hub;

/** What happened, as a list and as a live stream. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [list, types, ticket],
  provides: { streams: eventStreams },
  setup(host) {
    const hub = createHub(host);
    hubs.set(host.services.gateway, hub);
    return { streams: { open: hub.openCount, cutOff: hub.cutOffCount } };
  },
  start: (host) => () => hubOf(host).stop(),
  mount: (host) => [streamRoute(host, () => hubOf(host))],
});
