import { defineQuery, T } from "@postern/core";
import type { RecordName } from "@postern/kit/sync";
import { enabledDomains, tracked } from "../collections.ts";
import { DomainDisabled } from "../errors.ts";
import { group } from "../group.ts";
import { parcelOf } from "../records/feed.ts";
import { mayExchange, mayTouch, rightsGiven } from "../rights.ts";
import { DomainId, Fetched, MAX_BYTES, MAX_NAMES, Name } from "../schemas.ts";

export const fetchOperation = defineQuery(group, {
  id: "sync.fetch",
  summary: "Return records by name to a linked gateway",
  description:
    "Returns as many records as fit into one response, in the order of the names, including records that came from the linked gateway. Records that change meanwhile are omitted.",
  scope: "sync:exchange",
  input: T.Object({
    domain: DomainId,
    names: T.Array(Name, { description: "Names of the requested records", minItems: 1, maxItems: MAX_NAMES }),
  }),
  output: Fetched,
  errors: [DomainDisabled],
  examples: [{ title: "Fetch a task", input: { domain: "tasks", names: [["task", "task_1"]] } }],
  async run(ctx, { domain: id, names }) {
    const store = ctx.store.unchecked;
    const domain = ctx.state.domains.get(id);
    if (!domain || !(await store.get(enabledDomains, id))) throw DomainDisabled({ domain: id });
    const rights = await rightsGiven(ctx.state, store, ctx.caller);
    const records: (typeof Fetched.static)["records"] = [];
    if (!mayExchange(rights, id, "read")) return { records };
    let bytes = 0;
    for (const name of names) {
      const known = await store.get(tracked, id, ...name);
      if (!known || !(await mayTouch(rights, store, domain, name as unknown as RecordName))) continue;
      const parcel = await parcelOf(store, domain, known);
      if (!parcel) continue;
      bytes += Buffer.byteLength(JSON.stringify(parcel));
      if (records.length > 0 && bytes > MAX_BYTES) break;
      records.push(parcel);
    }
    return { records };
  },
});
