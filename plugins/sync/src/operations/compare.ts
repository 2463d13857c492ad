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
  summary: "Show a linked gateway what there is of a group, for it to compare with its own",
  description:
    "Without `buckets`, the sums of all buckets of the group's records, which are kept and not computed. With `buckets`, the records in them, each with the digest of its content. A key that may not see all of the group gets no sums.",
  scope: "sync:exchange",
  input: T.Object({
    domain: DomainId,
    buckets: T.Optional(
      T.Array(T.Integer({ minimum: 0, maximum: BUCKETS - 1 }), {
        maxItems: BUCKETS,
        uniqueItems: true,
        description: "List the records of these buckets",
      }),
    ),
    after: T.Optional(Name),
  }),
  output: Compared,
  errors: [DomainDisabled],
  examples: [
    { title: "The sums of all tasks", input: { domain: "tasks" } },
    { title: "The records of one bucket", input: { domain: "tasks", buckets: [7] } },
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
