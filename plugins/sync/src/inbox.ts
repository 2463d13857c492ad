import { digestOf, type PluginContext, T, type Transacting } from "@postern/core";
import { defineQueue, nonRetryable, retryIn } from "@postern/core/queue";
import { type RecordName, waitsFor } from "@postern/core/sync";
import { enabledDomains, held, tally } from "./collections.ts";
import { group } from "./group.ts";
import type { SyncHost } from "./host.ts";
import { linkIn } from "./link.ts";
import { takeAs } from "./records/take.ts";
import { mayExchange, rightsHeld, rightsOf } from "./rights.ts";
import { Name, type Parcel } from "./schemas.ts";
import { siteOf } from "./site.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Records that came and could not be taken in yet. What they say is kept apart. */
export const inbox = defineQueue(group, "inbox", {
  one: "record",
  entry: T.Object({ domain: T.String({ description: "The group that the record is of" }), name: Name }),
  about: { field: "domain", of: ({ domain }) => domain },
  visible: ({ caller }, { domain }, right) => mayExchange(caller, domain, right),
  lane: ({ domain, name }) => `${domain}/${name.join("/")}`,
  share: { of: ({ domain }) => domain, most: 4 },
  backoff: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  async handle({ id, payload }, { host }) {
    const parcel = await host.store.get(held, id);
    if (!parcel) throw nonRetryable("What came is no longer kept");
    if (parcel.fault !== undefined) throw nonRetryable(parcel.fault);
    const domain = host.state.domains.get(parcel.domain);
    if (!domain || !(await host.store.get(enabledDomains, parcel.domain)))
      throw retryIn(10 * MINUTE, `Sync of ${parcel.domain} is disabled here`);
    const site = (await siteOf(host.store)) ?? "";
    // What waited before this was stored has the rights of the link that there is.
    const link = parcel.by === undefined ? await linkIn(host.store) : undefined;
    const rights = link ? await rightsOf(host, link) : await rightsHeld(host, parcel.by ?? "");
    try {
      const status = await host.transact((ctx) => takeAs(rights, ctx, { domain, site }, parcel, parcel.from));
      if (status === "applied") await wakeWaiting(host, parcel.domain, [payload.name]);
      return ({ store }: Transacting) => {
        store.add(tally, 1, "inbox", status);
        return store.delete(held, id);
      };
    } catch (error) {
      await noteWait(host, id, waitsFor(error));
      throw error;
    }
  },
});

/** What it waits for may be another record than before. */
async function noteWait({ transact }: SyncHost, id: string, waits: RecordName | undefined): Promise<void> {
  await transact(async ({ store }) => {
    const kept = await store.get(held, id);
    if (!kept || kept.waits === waits?.join("/")) return;
    const { waits: _, ...rest } = kept;
    await store.put(held, { ...rest, ...(waits && { waits: waits.join("/") }) });
  });
}

/** Stages that a record waits in the inbox; the same version is there once. */
export async function hold(
  ctx: Transacting,
  said: Parcel & { from: string; by?: string; waits?: string; fault?: string },
): Promise<void> {
  const { domain, name, vector, wire } = said;
  const key = digestOf(domain, name, vector, wire ?? null);
  const id = await inbox.add(ctx, { domain, name }, { key, delay: SECOND });
  await ctx.store.put(held, { ...said, id, at: ctx.now });
}

/** Keeps a place in the inbox, dead at its first attempt, for what came as a record and is none. */
export function holdBroken(
  ctx: Transacting,
  { digest, kind, ...said }: { domain: string; kind: string; from: string; fault: string; digest: string },
): Promise<void> {
  return hold(ctx, { ...said, name: [kind, `broken-${digest}`], vector: {} });
}

const [, , retry] = inbox.operations;

/** Has those tried at once that wait for records which have come. The others' time comes by itself. */
export async function wakeWaiting(
  host: SyncHost,
  domain: string,
  names: readonly (readonly string[])[],
): Promise<void> {
  const { items } = await host.store.find(held, { by: "byWait", prefix: [domain], limit: 1 });
  if (items.length === 0) return;
  for (const name of names) {
    const waiting = await host.store.find(held, { by: "byWait", prefix: [domain, name.join("/")], limit: 200 });
    for (const { id } of waiting.items) {
      // One that is at work, or was discarded, needs nobody to wake it.
      await (host as PluginContext).call(retry, { id }).catch(() => {});
    }
  }
}
