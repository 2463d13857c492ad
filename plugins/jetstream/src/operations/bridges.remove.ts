import { defineCommand, T } from "@postern/core";
import { ownBridgeOf } from "../bridge.ts";
import { bridges, changes, cursors, runs } from "../collections.ts";
import { BridgeNotFound } from "../errors.ts";
import { bridgeRemoved } from "../events.ts";
import { BridgeId } from "../fields.ts";
import { group } from "../group.ts";

export const bridgesRemove = defineCommand(group, {
  id: "jetstream.bridges.remove",
  summary: "Remove a bridge with its cursor",
  description: "A removed bridge cannot be restored. Its stream and messages stay at the server.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: BridgeId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether the bridge was removed" }) }),
  errors: [BridgeNotFound],
  examples: [{ title: "Remove a bridge", input: { id: "bridge_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    const { label, stream, updatedAt } = await ownBridgeOf(store, caller, id);
    return { summary: `Remove ${JSON.stringify(label)}, which publishes to the stream ${stream}`, updatedAt };
  },
  async execute({ store, caller, stamp, emit }, _plan, { id }) {
    const { contextId } = await ownBridgeOf(store, caller, id);
    await store.delete(bridges, id);
    await store.delete(cursors, id);
    await store.delete(runs, id);
    store.write(changes, stamp);
    emit(bridgeRemoved, { bridgeId: id, contextId });
    return { removed: true };
  },
});
