import { defineCommand, oneOf, T } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { described, withDefault } from "@postern/kit/fields";
import { ownBridgeOf, putBridge, showBridge, toBridge } from "../bridge.ts";
import { cursors } from "../collections.ts";
import { BridgeNotFound, ContextEnded } from "../errors.ts";
import { bridgeEnabled } from "../events.ts";
import { BridgeId } from "../fields.ts";
import { group } from "../group.ts";
import { ShownBridge } from "../schemas.ts";

export const bridgesEnable = defineCommand(group, {
  id: "jetstream.bridges.enable",
  summary: "Enable a bridge",
  description:
    "Events that happened while it was disabled are published too, as far as they are kept, unless it continues from now. If it is already enabled, nothing changes.",
  properties: ["lasting"],
  input: T.Object({
    id: BridgeId,
    from: withDefault(
      described(oneOf("cursor", "now"), "Where to continue: where it stopped, or with events from now on"),
      "cursor",
    ),
  }),
  output: T.Object({ bridge: described(ShownBridge, "The bridge") }),
  errors: [BridgeNotFound, ContextEnded],
  examples: [{ title: "Enable a bridge", input: { id: "bridge_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id, from }) {
    const bridge = await ownBridgeOf(store, caller, id);
    if (!(await creatorOf(store, bridge, now))) throw ContextEnded({ contextId: bridge.contextId });
    return { summary: `Enable ${id}${from === "now" ? " for events from now on" : " where it stopped"}` };
  },
  async undo({ store, caller }, _plan, { id, from }) {
    const { status } = await ownBridgeOf(store, caller, id);
    // The cursor that is replaced is lost.
    if (status !== "disabled" || from === "now") return undefined;
    return { operation: "jetstream.bridges.disable", input: { id } };
  },
  async execute(ctx, _plan, { id, from }) {
    const { store, caller, now, number, emit } = ctx;
    const before = await ownBridgeOf(store, caller, id);
    if (before.status === "enabled") return { bridge: await showBridge(store, before, now) };
    const { statusReason: _, ...rest } = before;
    const record = { ...rest, status: "enabled" as const, updatedAt: now };
    const cursor = await store.get(cursors, id);
    // The event below is the first of this commit.
    if (from === "now" && cursor) await store.put(cursors, { ...cursor, number, place: 1 });
    await putBridge(ctx, record);
    emit(bridgeEnabled, { bridge: toBridge(record) });
    return { bridge: await showBridge(store, record, now) };
  },
});
