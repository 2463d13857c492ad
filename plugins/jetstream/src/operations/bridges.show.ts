import { defineQuery, eventIdOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { ownBridgeOf, showBridge } from "../bridge.ts";
import { cursors } from "../collections.ts";
import { BridgeNotFound } from "../errors.ts";
import { BridgeId } from "../fields.ts";
import { group } from "../group.ts";
import { lagAfter } from "../out/lag.ts";
import { ShownBridge } from "../schemas.ts";

export const bridgesShow = defineQuery(group, {
  id: "jetstream.bridges.show",
  summary: "Show a bridge with its connection and its progress",
  input: T.Object({ id: BridgeId }),
  output: T.Object({
    bridge: described(ShownBridge, "The bridge"),
    lag: T.Integer({ description: "Number of unacknowledged events, at most 1,000" }),
    lagCapped: T.Optional(T.Boolean({ description: "True if there are more" })),
  }),
  errors: [BridgeNotFound],
  examples: [{ title: "Show a bridge", input: { id: "bridge_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async run({ store, services, caller, now }, { id }) {
    const record = await ownBridgeOf(store, caller, id);
    const cursor = await store.get(cursors, id);
    const after = cursor === undefined ? "0.0" : eventIdOf(cursor);
    return { bridge: await showBridge(store, record, now), ...(await lagAfter(services.journal, after, record.types)) };
  },
});
