import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { disableBridge, ownBridgeOf, showBridge } from "../bridge.ts";
import { BridgeNotFound } from "../errors.ts";
import { BridgeId } from "../fields.ts";
import { group } from "../group.ts";
import { ShownBridge } from "../schemas.ts";

export const bridgesDisable = defineCommand(group, {
  id: "jetstream.bridges.disable",
  summary: "Disable a bridge",
  description: "When enabled again, it continues where it stopped. If it is already disabled, nothing changes.",
  properties: ["restricts"],
  input: T.Object({ id: BridgeId }),
  output: T.Object({ bridge: described(ShownBridge, "The bridge") }),
  errors: [BridgeNotFound],
  examples: [{ title: "Disable a bridge", input: { id: "bridge_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    await ownBridgeOf(store, caller, id);
    return { summary: `Disable ${id}` };
  },
  async undo({ store, caller }, _plan, { id }) {
    const { status } = await ownBridgeOf(store, caller, id);
    return status === "enabled" ? { operation: "jetstream.bridges.enable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const { store, caller, now } = ctx;
    await ownBridgeOf(store, caller, id);
    await disableBridge(ctx, id, "asked");
    return { bridge: await showBridge(store, await ownBridgeOf(store, caller, id), now) };
  },
});
