import { type Caller, gatewayErrors, type Reads, type Transacting } from "@postern/core";
import { type ConnectionRecord, connections } from "./collections.ts";
import { connectionOf, showConnection } from "./connection.ts";
import { ConnectionBound } from "./errors.ts";
import { connectionUpdated } from "./events.ts";
import { MAX_HOSTS } from "./schemas.ts";

/** Where a connection is used: an account, adapter or link of this provider, which sends the secret to these hosts. */
export interface Place {
  /** Id, name or label. */
  readonly connection: string;
  readonly provider: string;
  /** Hosts with their ports (`api.example.com:443`), because only both together identify a server. */
  readonly hosts: readonly string[];
}

interface CallerAccess {
  readonly store: Reads;
  readonly caller: Caller;
}

/**
 * Checks that the caller may use a connection in a place. Every operation that accepts a connection must call it while
 * planning; otherwise a caller who knows its name could send the secret to any address. Throws Forbidden without
 * `credentials:use` on the connection, which its creator has, and ConnectionBound for another provider or host.
 */
export async function assertUsable({ store, caller }: CallerAccess, place: Place): Promise<ConnectionRecord> {
  const record = await connectionOf(store, await named(store, place));
  assertOwn(caller, record);
  if (record.provider !== place.provider) throw bound(record, place.provider);
  const { hosts = [] } = record;
  const foreign = hosts.length > 0 ? place.hosts.find((host) => !isWithin(hosts, host)) : undefined;
  if (foreign !== undefined) throw bound(record, foreign);
  return record;
}

/**
 * Checks the same in the commit that stores the place, and binds a connection without hosts to the hosts of the place.
 */
export async function useConnection(
  ctx: CallerAccess & Pick<Transacting, "store" | "now" | "emit">,
  place: Place,
): Promise<ConnectionRecord> {
  return bind(ctx, await assertUsable(ctx, place), place.hosts);
}

/** Whether a caller may use a connection in a new place. */
const mayUse = (caller: Caller, { id, ownerId }: ConnectionRecord): boolean =>
  caller.principal === ownerId || caller.allows("credentials:use", id);

/**
 * Refuses callers that may not use a connection: whoever changes its secret, or where the secret is sent, speaks in the name of
 * whoever uses it.
 */
export function assertOwn(caller: Caller, record: ConnectionRecord): void {
  if (!mayUse(caller, record)) throw gatewayErrors.Forbidden({ scope: `credentials:use@${record.id}` });
}

/** If several connections have the name, the one of the provider is used. */
async function named(store: Reads, { connection, provider }: Place) {
  const own = await store.one(connections, "byProvider", provider, connection);
  return own ? { connection: own.id } : { connection };
}

/**
 * Binds a connection to the hosts of its first use, in the caller's transaction. A connection created before hosts were
 * stored also adds the hosts of its existing places; for new places, `assertUsable` rejects other hosts.
 */
export async function bind(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  record: ConnectionRecord,
  wanted: readonly string[],
): Promise<ConnectionRecord> {
  const { hosts = [], isGathering = record.hosts === undefined } = record;
  const added = wanted.filter((host) => !isWithin(hosts, host));
  if (added.length === 0) return record;
  const isBound = hosts.length > 0 && !isGathering;
  if (isBound || hosts.length + added.length > MAX_HOSTS) throw bound(record, added.join(", "));
  const next = { ...record, hosts: [...hosts, ...added], ...(isGathering && { isGathering }), updatedAt: ctx.now };
  await ctx.store.put(connections, next);
  ctx.emit(connectionUpdated, { connection: await showConnection(ctx, next) });
  return next;
}

const isWithin = (hosts: readonly string[], host: string): boolean =>
  hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ""));

const bound = ({ id, connection, provider, hosts = [] }: ConnectionRecord, wanted: string) =>
  ConnectionBound({ connectionId: id, connection, provider, hosts, wanted });

/**
 * Rejects a reference to a secret of other connections if the caller may use none of them: otherwise the caller could
 * send their secret anywhere through a new connection.
 */
export async function assertMayReference(
  { store, caller }: CallerAccess,
  secretRef: string | undefined,
): Promise<void> {
  if (secretRef === undefined) return;
  const { items } = await store.find(connections, { by: "bySecret", prefix: [secretRef], limit: 10 });
  const [first] = items;
  if (first && !items.some((record) => mayUse(caller, record)))
    throw gatewayErrors.Forbidden({ scope: `credentials:use@${first.id}` });
}

/** The host of a URL with its port, or with the default port of its scheme. */
export function hostIn(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (/^(https|wss):$/.test(protocol) ? 443 : 80)}`;
}
