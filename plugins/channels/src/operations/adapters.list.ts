import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { filtered, limitToGrants, listOf } from "@postern/kit/paging";
import { isAdapterOf, showAdapter } from "../adapter.ts";
import { type AdapterRecord, adapters } from "../collections.ts";
import { group } from "../group.ts";
import { runOf } from "../runner/index.ts";
import { Adapter, AdapterStatus, KindId } from "../schemas.ts";

const Adapters = listOf("adapters", Adapter, {
  id: "id",
  kind: "plain",
  status: "status",
  agent: ["id", 2],
  connectedAt: ["ago", 3],
  lastInboundAt: ["ago", 1],
  lastOutboundAt: ["ago", 4],
  reason: ["text", 1],
});

export const adaptersList = defineQuery(group, {
  id: "channels.adapters.list",
  summary: "List adapters with their status",
  description: "Returns the adapters you can access. Filter them by status or kind.",
  input: T.Object({
    status: T.Optional(described(AdapterStatus, "Only adapters with this status")),
    kind: T.Optional(KindId),
    ...Adapters.fields,
  }),
  narrowed: true,
  output: Adapters.output,
  examples: [{ title: "List failed adapters", input: { status: "failed" } }],
  async run({ store, caller, now }, { status, kind, ...page }) {
    const run = await runOf(store, now);
    const show = (record: AdapterRecord) => showAdapter(store, record, run, now);
    const isMeant = async (record: AdapterRecord) =>
      isAdapterOf(caller, record, "read") &&
      (kind === undefined || record.kind === kind) &&
      (status === undefined || (await show(record)).status === status);
    return Adapters.answer(
      page,
      limitToGrants(filtered(store, adapters, {}, isMeant), caller, "channels.adapters.list", ({ id }) => id),
      show,
    );
  },
});
