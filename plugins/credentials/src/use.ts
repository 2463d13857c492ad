import { type Caller, gatewayErrors, type Reads, type Transacting } from "@postern/core";
import { type ConnectionRecord, connections } from "./collections.ts";
import { connectionOf, showConnection } from "./connection.ts";
import { ConnectionBound } from "./errors.ts";
import { connectionUpdated } from "./events.ts";
import { MOST_HOSTS } from "./schemas.ts";

/** Where a connection is to be used: by an account, an adapter or a link of this provider, which sends it to these hosts. */
export interface Place {
  /** Id, name or label. */
  readonly connection: string;
  readonly provider: string;
  /** Each with its port (`api.example.com:443`), for a host names a program only together with it. */
  readonly hosts: readonly string[];
}

interface Asking {
  readonly store: Reads;
  readonly caller: Caller;
}

/**
 * Refuses a place that the caller may not use a connection in. Every operation that lets a caller name a connection asks
 * here while it plans: a secret otherwise follows whoever knows its name to any address. Throws Forbidden without
 * `credentials:use` on the connection, which its creator has, and ConnectionBound for another provider or host.
 */
export async function assertUsable({ store, caller }: Asking, place: Place): Promise<ConnectionRecord> {
  const record = await connectionOf(store, await named(store, place));
  if (!mayUse(caller, record)) throw gatewayErrors.Forbidden({ scope: `credentials:use@${record.id}` });
  if (record.provider !== place.provider) throw bound(record, place.provider);
  const { hosts = [] } = record;
  const foreign = hosts.length > 0 ? place.hosts.find((host) => !isWithin(hosts, host)) : undefined;
  if (foreign !== undefined) throw bound(record, foreign);
  return record;
}

/** The same in the commit that stores the place: a connection without hosts is bound to those of its first place. */
export async function useConnection(
  ctx: Asking & Pick<Transacting, "store" | "now" | "emit">,
  place: Place,
): Promise<ConnectionRecord> {
  return bind(ctx, await assertUsable(ctx, place), place.hosts);
}

/** Whether a caller may name a connection in a new place. */
const mayUse = (caller: Caller, { id, ownerId }: ConnectionRecord): boolean =>
  caller.principal === ownerId || caller.allows("credentials:use", id);

/** Of several with the name, the provider's own. */
async function named(store: Reads, { connection, provider }: Place) {
  const own = await store.one(connections, "byProvider", provider, connection);
  return own ? { connection: own.id } : { connection };
}

/**
 * Stages that a connection is bound to the hosts of its first use. One from before hosts were stored gathers those of the
 * places that had it then: no place that is created or changed now gets past `assertUsable` with another host.
 */
export async function bind(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  record: ConnectionRecord,
  wanted: readonly string[],
): Promise<ConnectionRecord> {
  const { hosts = [], isGathering = record.hosts === undefined } = record;
  const fresh = wanted.filter((host) => !isWithin(hosts, host));
  if (fresh.length === 0) return record;
  const isBound = hosts.length > 0 && !isGathering;
  if (isBound || hosts.length + fresh.length > MOST_HOSTS) throw bound(record, fresh.join(", "));
  const next = { ...record, hosts: [...hosts, ...fresh], ...(isGathering && { isGathering }), updatedAt: ctx.now };
  await ctx.store.put(connections, next);
  ctx.emit(connectionUpdated, { connection: await showConnection(ctx, next) });
  return next;
}

const isWithin = (hosts: readonly string[], host: string): boolean =>
  hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ""));

const bound = ({ id, connection, provider, hosts = [] }: ConnectionRecord, wanted: string) =>
  ConnectionBound({ connectionId: id, connection, provider, hosts, wanted });

/**
 * Refuses a reference to a secret that other connections use, none of which the caller may use: a connection of one's
 * own with their secret would lead it anywhere.
 */
export async function assertMayName({ store, caller }: Asking, secretRef: string | undefined): Promise<void> {
  if (secretRef === undefined) return;
  const { items } = await store.find(connections, { by: "bySecret", prefix: [secretRef], limit: 10 });
  const [first] = items;
  if (first && !items.some((one) => mayUse(caller, one)))
    throw gatewayErrors.Forbidden({ scope: `credentials:use@${first.id}` });
}

/** Where a URL leads, with the port that is meant where it names none. */
export function hostIn(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (/^(https|wss):$/.test(protocol) ? 443 : 80)}`;
}
