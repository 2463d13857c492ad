import { defineQuery, T } from "@postern/core";
import { NothingEnabled, SameGateway } from "../errors.ts";
import { group } from "../group.ts";
import { changesOf, countAfter, isKnown, roomFor } from "../records/feed.ts";
import { mayExchange, rightsGiven } from "../rights.ts";
import { Cursor, DomainId, MOST_RECORDS, Pulled } from "../schemas.ts";
import { enabledIn, installationOf, newestChange, siteOf } from "../site.ts";

const SITE = "site_0123456789abcdef01234567";

export const pull = defineQuery(group, {
  id: "sync.pull",
  summary: "Answer a linked gateway what has changed here",
  description:
    "Each record once, with its newest version, after the cursor of its kind. A cursor of a store that is gone leads to the beginning. `sync/wait` tells when there is more.",
  scope: "sync:exchange",
  input: T.Object({
    site: T.String({ maxLength: 64, description: "Who asks; empty where it has no id yet" }),
    from: T.Array(
      T.Object({
        domain: DomainId,
        kind: T.String({ description: "Its kind", minLength: 1, maxLength: 1_024 }),
        cursor: T.Optional(Cursor),
      }),
      { maxItems: 256, description: "Where it stands with each kind of records, those first that others point at" },
    ),
  }),
  output: Pulled,
  errors: [NothingEnabled, SameGateway],
  examples: [
    { title: "Who is there", input: { site: SITE, from: [] } },
    { title: "All tasks", input: { site: SITE, from: [{ domain: "tasks", kind: "task" }] } },
  ],
  async run(ctx, { site: reader, from }) {
    const { store } = ctx;
    const { domains } = ctx.state;
    const site = await siteOf(store);
    const enabled = (await enabledIn(store)).filter((id) => domains.has(id));
    if (site === undefined || enabled.length === 0) throw NothingEnabled({});
    if (reader === site) throw SameGateway({});
    const newest = await newestChange(store);
    const rights = await rightsGiven(ctx.state, store.unchecked, ctx.caller);
    const room = roomFor(MOST_RECORDS);
    const pages: (typeof Pulled.static)["pages"] = [];
    for (const { domain: id, kind, cursor: said } of from) {
      const domain = enabled.includes(id) ? domains.get(id) : undefined;
      if (!domain?.kinds.includes(kind) || !mayExchange(rights, id, "read")) continue;
      if (room.records === 0 || room.bytes <= 0 || room.looks <= 0) break;
      const known = said !== undefined && isKnown(said, newest) ? said : undefined;
      const { records, cursor, more } = await changesOf(store, { domain, kind, cursor: known, reader, rights }, room);
      if (cursor === undefined || cursor === known) {
        // What did not fit beside the others comes with the next answer.
        const last = pages.at(-1);
        if (more && last) last.more = true;
        if (more) break;
        continue;
      }
      const left = more ? await countAfter(store, id, kind, cursor) : 0;
      pages.push({ domain: id, kind, cursor, more, records, ...(more && { left }) });
      // What others point at comes to its end before those.
      if (more) break;
    }
    const installation = await installationOf(store);
    const own = { site, ...(installation !== undefined && installation !== site && { installation }) };
    return { ...own, newest: String(newest), domains: enabled, pages };
  },
});
