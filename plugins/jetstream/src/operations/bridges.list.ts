import { defineQuery, T } from "@postern/core";
import { canAccessCreated, isGranted } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { filtered, listOf, namedSource, nameField } from "@postern/kit/paging";
import { showBridge } from "../bridge.ts";
import { type BridgeRecord, bridges } from "../collections.ts";
import { group } from "../group.ts";
import { ShownBridge, Status } from "../schemas.ts";

const Bridges = listOf("bridges", ShownBridge, {
  id: "id",
  label: "text",
  status: "status",
  state: "status",
  stream: "plain",
  published: ["plain", 1],
  types: ["text", 2],
});

export const bridgesList = defineQuery(group, {
  id: "jetstream.bridges.list",
  summary: "List your bridges, newest first",
  description: "Optionally filter by status.",
  input: T.Object({
    name: nameField("label"),
    status: T.Optional(described(Status, "Only bridges with this status")),
    ...Bridges.fields,
  }),
  output: Bridges.output,
  narrowed: true,
  examples: [{ title: "Disabled bridges", input: { status: "disabled" } }],
  run({ store, caller, now }, { name, status, ...page }) {
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    const isSeen = ({ id, contextId }: BridgeRecord) =>
      isGranted(caller, "jetstream:read", id, "jetstream.bridges.list") &&
      canAccessCreated(store.unchecked, caller, contextId);
    const source =
      name === undefined
        ? filtered(store.unchecked, bridges, { ...place, reverse: true }, isSeen)
        : namedSource(
            store.unchecked,
            bridges,
            { name, by: ["byName"], idPrefix: "bridge_" },
            (bridge) => (status === undefined || bridge.status === status) && isSeen(bridge),
          );
    return Bridges.answer(page, source, (bridge) => showBridge(store, bridge, now));
  },
});
