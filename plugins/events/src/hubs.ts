import type { Host } from "@postern/core";
import type { group } from "./group.ts";
import { createHub, type Hub } from "./hub.ts";

/** The streams of each gateway: made when it sets the plugin up, and ended with it. */
const hubs = new WeakMap<object, Hub>();

export function openHub(host: Host<typeof group>): Hub {
  const hub = createHub(host);
  hubs.set(host.services.gateway, hub);
  return hub;
}

export const hubOf = (host: Host<typeof group>): Hub => hubs.get(host.services.gateway) as Hub;
