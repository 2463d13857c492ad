import { defineQuery, T } from "@postern/core";
import { enabledDomains } from "../collections.ts";
import { DomainDisabled } from "../errors.ts";
import { group } from "../group.ts";
import { entriesOf } from "../records/entries.ts";
import { BUCKETS, sumsOf } from "../records/sums.ts";
import { mayExchange, rightsGiven } from "../rights.ts";
import { Compared, DomainId, Name } from "../schemas.ts";

export const compare = defineQuery(group, {
  id: "sync.compare",
  summary: "List checksums or records of a group for comparison by a linked gateway",
  description:
    "Without `buckets`, returns the stored checksums of all buckets of the group. With `buckets`, returns the records in them with their digests. A key that may not see the whole group gets no checksums.",
  scope: "sync:exchange",
  input: T.Object({
    domain: DomainId,
    buckets: T.Optional(
      T.Array(T.Integer({ minimum: 0, maximum: BUCKETS - 1 }), {
        maxItems: BUCKETS,
        uniqueItems: true,
        description: "Return the records of these buckets",
      }),
    ),
    after: T.Optional(Name),
  }),
  output: Compared,
  errors: [DomainDisabled],
  examples: [
    { title: "Checksums of all tasks", input: { domain: "tasks" } },
    { title: "Records in one bucket", input: { domain: "tasks", buckets: [7] } },
  ],
  async run(ctx, { domain: id, buckets, after }) {
    const store = ctx.store.unchecked;
    const domain = ctx.state.domains.get(id);
    const enabled = await store.get(enabledDomains, id);
    if (!domain || !enabled) throw DomainDisabled({ domain: id });
    const rights = await rightsGiven(ctx.state, store, ctx.caller);
    const isLooking = enabled.scan !== undefined || !enabled.isCounted;
    if (!mayExchange(rights, id, "read")) return { isLooking, entries: [] };
    if (buckets) return { isLooking, ...(await entriesOf(store, { domain, rights, buckets, after })) };
    return { isLooking, ...(rights === "all" && { sums: await sumsOf(store, id) }) };
  },
});
