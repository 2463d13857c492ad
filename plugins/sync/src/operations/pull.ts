import { defineQuery, T } from "@postern/core";
import { NothingEnabled, SameGateway } from "../errors.ts";
import { group } from "../group.ts";
import { changesOf, countAfter, createCapacity, isKnown } from "../records/feed.ts";
import { mayExchange, rightsGiven } from "../rights.ts";
import { Cursor, DomainId, MAX_RECORDS, Pulled } from "../schemas.ts";
import { enabledIn, installationOf, newestChange, siteOf } from "../site.ts";

const SITE = "site_0123456789abcdef01234567";

export const pull = defineQuery(group, {
  id: "sync.pull",
  summary: "Return changes to a linked gateway",
  description:
    "Returns each record changed after the cursor of its kind once, with its latest version. A cursor of a former store starts from the beginning. Use `sync/wait` to wait for new changes.",
  scope: "sync:exchange",
  input: T.Object({
    site: T.String({ maxLength: 64, description: "Id of the requesting gateway; empty if it has none yet" }),
    from: T.Array(
      T.Object({
        domain: DomainId,
        kind: T.String({ description: "Kind of the records", minLength: 1, maxLength: 1_024 }),
        cursor: T.Optional(Cursor),
      }),
      { maxItems: 256, description: "Cursors by kind of records, ordered so that referenced kinds come first" },
    ),
  }),
  output: Pulled,
  errors: [NothingEnabled, SameGateway],
  examples: [
    { title: "Identify the gateway", input: { site: SITE, from: [] } },
    { title: "Pull all tasks", input: { site: SITE, from: [{ domain: "tasks", kind: "task" }] } },
  ],
  async run(ctx, { site: reader, from }) {
    // All reads of a query are of one snapshot, and no commit validates them.
    const store = ctx.store.unchecked;
    const { domains } = ctx.state;
    const site = await siteOf(store);
    const enabled = (await enabledIn(store)).filter((id) => domains.has(id));
    if (site === undefined || enabled.length === 0) throw NothingEnabled({});
    if (reader === site) throw SameGateway({});
    const newest = await newestChange(store);
    const rights = await rightsGiven(ctx.state, store, ctx.caller);
    const capacity = createCapacity(MAX_RECORDS);
    const pages: (typeof Pulled.static)["pages"] = [];
    for (const { domain: id, kind, cursor: requested } of from) {
      const domain = enabled.includes(id) ? domains.get(id) : undefined;
      if (!domain?.kinds.includes(kind) || !mayExchange(rights, id, "read")) continue;
      if (capacity.records === 0 || capacity.bytes <= 0 || capacity.looks <= 0) break;
      const known = requested !== undefined && isKnown(requested, newest) ? requested : undefined;
      const { records, cursor, more } = await changesOf(
        store,
        { domain, kind, cursor: known, reader, rights },
        capacity,
      );
      if (cursor === undefined || cursor === known) {
        // Records that did not fit are returned with the next response.
        const last = pages.at(-1);
        if (more && last) last.more = true;
        if (more) break;
        continue;
      }
      const left = more ? await countAfter(store, id, kind, cursor) : 0;
      pages.push({ domain: id, kind, cursor, more, records, ...(more && { left }) });
      // Referenced kinds are completed before the kinds that refer to them.
      if (more) break;
    }
    const installation = await installationOf(store);
    const own = { site, ...(installation !== undefined && installation !== site && { installation }) };
    return { ...own, newest: String(newest), domains: enabled, pages };
  },
});
