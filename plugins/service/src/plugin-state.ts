import type { GatewayView, Static } from "@postern/core";
import type { Plugin } from "./schemas.ts";

/** All plugins and their states, in start order. */
export function pluginsIn({ plugins, manifest }: GatewayView): Static<typeof Plugin>[] {
  return plugins().map(({ name, version, state, reason }) => ({
    id: name,
    version,
    state,
    operations: manifest.operations.filter(({ group }) => group === name).length,
    ...(reason !== undefined && { error: reason }),
  }));
}
