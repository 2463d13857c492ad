import { digestOf, type PluginContext, T, type Transacting } from "@postern/core";
import { defineQueue, nonRetryable, retryIn } from "@postern/kit/queue";
import { missingDependency, type RecordName } from "@postern/kit/sync";
import { enabledDomains, held, tally } from "./collections.ts";
import { group } from "./group.ts";
import type { SyncHost } from "./host.ts";
import { linkIn } from "./link.ts";
import { applyAs } from "./records/apply.ts";
import { mayExchange, rightsHeld, rightsOf } from "./rights.ts";
import { Name, type Parcel } from "./schemas.ts";
import { siteOf } from "./site.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Received records that could not be applied yet. Their contents are stored apart. */
export const inbox = defineQueue(group, "inbox", {
  one: "record",
  entry: T.Object({ domain: T.String({ description: "Group of the record" }), name: Name }),
  about: { field: "domain", of: ({ domain }) => domain },
  visible: ({ caller }, { domain }, right) => mayExchange(caller, domain, right),
  lane: ({ domain, name }) => `${domain}/${name.join("/")}`,
  share: { of: ({ domain }) => domain, most: 4 },
  backoff: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  async handle({ id, payload }, { host }) {
    const parcel = await host.store.get(held, id);
    if (!parcel) throw nonRetryable("The received record is no longer available");
    if (parcel.fault !== undefined) throw nonRetryable(parcel.fault);
    const domain = host.state.domains.get(parcel.domain);
    if (!domain || !(await host.store.get(enabledDomains, parcel.domain)))
      throw retryIn(10 * MINUTE, `Sync of "${parcel.domain}" is disabled on this gateway`);
    const site = (await siteOf(host.store)) ?? "";
    // Entries created before `by` was stored have the rights of the current link.
    const link = parcel.by === undefined ? await linkIn(host.store) : undefined;
    const rights = link ? await rightsOf(host, link) : await rightsHeld(host, parcel.by ?? "");
    try {
      const status = await host.transact((ctx) => applyAs(rights, ctx, { domain, site }, parcel, parcel.from));
      if (status === "applied") await retryWaiting(host, parcel.domain, [payload.name]);
      return ({ store }: Transacting) => {
        store.add(tally, 1, "inbox", status);
        return store.delete(held, id);
      };
    } catch (error) {
      await updateWait(host, id, missingDependency(error));
      throw error;
    }
  },
});

/** A record may now wait for another record than before. */
async function updateWait({ transact }: SyncHost, id: string, waits: RecordName | undefined): Promise<void> {
  await transact(async ({ store }) => {
    const kept = await store.get(held, id);
    if (!kept || kept.waits === waits?.join("/")) return;
    const { waits: _, ...rest } = kept;
    await store.put(held, { ...rest, ...(waits && { waits: waits.join("/") }) });
  });
}

/** Adds a record to the inbox in the caller's transaction. Each version is added only once. */
export async function hold(
  ctx: Transacting,
  parcel: Parcel & { from: string; by?: string; waits?: string; fault?: string },
): Promise<void> {
  const { domain, name, vector, wire } = parcel;
  const key = digestOf(domain, name, vector, wire ?? null);
  const id = await inbox.add(ctx, { domain, name }, { key, delay: SECOND });
  await ctx.store.put(held, { ...parcel, id, at: ctx.now });
}

/** Adds an invalid record to the inbox, where it is dead after its first attempt. */
export function holdInvalid(
  ctx: Transacting,
  { digest, kind, ...rest }: { domain: string; kind: string; from: string; fault: string; digest: string },
): Promise<void> {
  return hold(ctx, { ...rest, name: [kind, `broken-${digest}`], vector: {} });
}

const [, , retry] = inbox.operations;

/** Immediately retries entries that wait for these records. Other entries are retried at their scheduled time. */
export async function retryWaiting(
  host: SyncHost,
  domain: string,
  names: readonly (readonly string[])[],
): Promise<void> {
  const { items } = await host.store.find(held, { by: "byWait", prefix: [domain], limit: 1 });
  if (items.length === 0) return;
  for (const name of names) {
    const waiting = await host.store.find(held, { by: "byWait", prefix: [domain, name.join("/")], limit: 200 });
    for (const { id } of waiting.items) {
      // An entry that is running or was discarded cannot be retried.
      await (host as PluginContext).call(retry, { id }).catch(() => {});
    }
  }
}
