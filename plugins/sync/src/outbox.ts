import { T, type Transacting } from "@postern/core";
import { defineQueue, nonRetryable, retryIn } from "@postern/kit/queue";
import { enabledDomains, tally, tracked } from "./collections.ts";
import { withOther } from "./exchange/other.ts";
import { group } from "./group.ts";
import { linkIn } from "./link.ts";
import { parcelOf } from "./records/feed.ts";
import { mayExchange } from "./rights.ts";
import { Name } from "./schemas.ts";
import { siteOf } from "./site.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Records that the other gateway has not accepted. A retry sends the current version. */
export const outbox = defineQueue(group, "outbox", {
  one: "record",
  entry: T.Object({ domain: T.String({ description: "Group of the record" }), name: Name }),
  about: { field: "domain", of: ({ domain }) => domain },
  visible: ({ caller }, { domain }, right) => mayExchange(caller, domain, right),
  lane: ({ domain, name }) => `${domain}/${name.join("/")}`,
  share: { of: ({ domain }) => domain, most: 4 },
  backoff: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  async handle({ payload: { domain: id, name } }, { host, signal }) {
    const link = await linkIn(host.store);
    if (!link) throw nonRetryable("The gateway was unlinked");
    const domain = host.state.domains.get(id);
    if (!domain || !(await host.store.get(enabledDomains, id)))
      throw retryIn(10 * MINUTE, `Sync of "${id}" is disabled on this gateway`);
    const known = await host.store.get(tracked, id, ...name);
    const parcel = known && (await parcelOf(host.store, domain, known));
    if (!parcel) throw retryIn(2 * SECOND, "The record is being changed");
    const site = (await siteOf(host.store)) ?? "";
    const { results } = await withOther(host, link, "send a record again", signal, (other) =>
      other.push(site, [{ domain: id, ...parcel }]),
    );
    const { status, reason = "no reason was given" } = results[0] ?? { status: "failed" };
    if (status === "refused") throw nonRetryable(`The other gateway refused the record: ${reason}`);
    if (status === "failed") throw new Error(`The other gateway could not accept the record: ${reason}`);
    return ({ store }: Transacting) => {
      store.add(tally, 1, "outbox", "sent");
      store.add(tally, 1, "outbox", status);
    };
  },
});
