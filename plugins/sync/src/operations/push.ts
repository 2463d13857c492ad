import { defineCommand, type Static, T } from "@postern/core";
import { DomainDisabled, NothingEnabled, SameGateway } from "../errors.ts";
import { Fault } from "../exchange/fault.ts";
import { group } from "../group.ts";
import type { SyncHost } from "../host.ts";
import { applyAll, type Outcome } from "../records/apply-all.ts";
import { type Rights, rightsGiven } from "../rights.ts";
import { MAX_BODY, MAX_RECORDS, Parcel, Pushed, type Result, Site } from "../schemas.ts";
import { enabledIn, siteOf } from "../site.ts";

export const push = defineCommand(group, {
  id: "sync.push",
  summary: "Accept changes from a linked gateway",
  description:
    "Returns an outcome for each record: `acked` (accepted, or waiting for a record to which it refers), `skipped` (already known), `failed` (send it again) or `refused` (can never be accepted).",
  scope: "sync:exchange",
  input: T.Object({
    site: Site,
    records: T.Array(Parcel, { description: "Changed records", maxItems: MAX_RECORDS }),
  }),
  output: Pushed,
  errors: [NothingEnabled, DomainDisabled, SameGateway],
  bodyLimit: MAX_BODY,
  examples: [
    {
      title: "Push the removal of a record",
      input: {
        site: "site_0123456789abcdef01234567",
        records: [{ domain: "tasks", name: ["task", "task_1"], vector: { site_0123456789abcdef01234567: 2 } }],
      },
    },
  ],
  async plan(ctx, { site, records }) {
    const { unchecked } = ctx.store;
    const { domains } = ctx.state;
    const own = await siteOf(unchecked);
    const enabled = (await enabledIn(unchecked)).filter((id) => domains.has(id));
    if (own === undefined || enabled.length === 0) throw NothingEnabled({});
    if (own === site) throw SameGateway({});
    for (const { domain } of records) if (!enabled.includes(domain)) throw DomainDisabled({ domain });
    return { summary: `Accept ${records.length} records from ${site}`, own };
  },
  // In separate commits, so that a record that cannot be applied does not block the others.
  async execute(ctx, { own }, { site, records }) {
    const { host } = ctx;
    const rights = await rightsGiven(host, ctx.store.unchecked, ctx.caller);
    const results: Static<typeof Result>[] = new Array(records.length);
    for (const domain of new Set(records.map(({ domain }) => domain))) {
      const places = records.flatMap((record, at) => (record.domain === domain ? [at] : []));
      const outcomes = await accept(
        host,
        rights,
        site,
        domain,
        places.map((at) => records[at] as Static<typeof Parcel>),
      );
      for (const [n, at] of places.entries()) results[at] = outcomes[n] ?? { status: "failed" };
    }
    return { site: own, results };
  },
});

async function accept(
  host: SyncHost,
  rights: Rights,
  from: string,
  id: string,
  parcels: readonly Static<typeof Parcel>[],
): Promise<Static<typeof Result>[]> {
  const domain = host.state.domains.get(id);
  if (!domain) return [];
  try {
    return (await applyAll(host, { domain, from, parcels, keeps: false, rights })).map(resultOf);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return parcels.map(() => ({ status: "failed", reason: error.message }));
  }
}

const STATUS = { applied: "acked", held: "acked", skipped: "skipped", refused: "refused" } as const;

const resultOf = ({ status, reason }: Outcome): Static<typeof Result> => ({
  status: STATUS[status],
  ...(status === "refused" && reason !== undefined && { reason }),
});
