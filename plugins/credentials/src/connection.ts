import { omitUndefined, type Reads, type Transacting } from "@postern/core";
import { type ConnectionRecord, connections, uses } from "./collections.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "./errors.ts";
import { connectionDisabled, connectionEnabled, connectionUpdated } from "./events.ts";
import { type Connection, ConnectionId, type StatusReason } from "./schemas.ts";

const ID = new RegExp(ConnectionId);
/** Maximum number of candidates in the error for an ambiguous name. */
const MAX_CANDIDATES = 10;
const DAY = 24 * 60 * 60 * 1000;
const RECENT_USE = 30 * DAY;

/** A connection by its id, name or label; `provider` is needed if several providers have a connection of that name. */
export interface ConnectionName {
  readonly connection?: string;
  readonly provider?: string;
}

/** Finds connections by id, otherwise by name, otherwise by label, optionally of one provider only. */
export async function candidatesOf(store: Reads, text: string, provider?: string): Promise<ConnectionRecord[]> {
  const all = await findByText(store, text);
  if (provider === undefined || all.length === 0) return all;
  const own = ID.test(text) ? undefined : await store.one(connections, "byProvider", provider, text);
  return own ? [own] : all.filter((found) => found.provider === provider);
}

async function findByText(store: Reads, text: string): Promise<ConnectionRecord[]> {
  if (ID.test(text)) {
    const found = await store.get(connections, text);
    return found ? [found] : [];
  }
  for (const by of ["byName", "byLabel"] as const) {
    const { items } = await store.find(connections, { by, prefix: [text], limit: MAX_CANDIDATES });
    if (items.length > 0) return items;
  }
  return [];
}

/** Returns the connection with this id, name or label; throws 404 if there is none and 409 if there are several. */
export async function connectionOf(
  store: Reads,
  { connection, provider }: { connection: string; provider?: string },
): Promise<ConnectionRecord> {
  const [first, ...others] = await candidatesOf(store, connection, provider);
  if (!first) throw ConnectionNotFound({ connection, ...(provider !== undefined && { provider }) });
  if (others.length === 0) return first;
  throw ambiguous({ connection, ...(provider !== undefined && { provider }) }, [first, ...others]);
}

export const ambiguous = (name: ConnectionName, found: readonly ConnectionRecord[]) =>
  ConnectionAmbiguous({
    ...name,
    candidates: found.map(({ id, connection, provider }) => ({ id, connection, provider })),
  });

/** A connection as callers see it, with the groups that used it recently. */
export async function showConnection(
  { store, now }: { store: Reads; now: number },
  { isOurs: _isOurs, isGathering: _isGathering, createdBy: _createdBy, ...members }: ConnectionRecord,
): Promise<Connection> {
  const { items } = await store.find(uses, { prefix: [members.id] });
  const last = Math.max(...items.map(({ at }) => at));
  return omitUndefined({
    ...members,
    lastUsedAt: items.length > 0 ? last : undefined,
    usedBy: items.filter(({ at }) => at > now - RECENT_USE).map((use) => use.group),
  });
}

/** The resource for grants restricted to a connection. Only an id counts, because a name can be reused. */
export const resourceOf = ({ connection }: { connection: string }): string | undefined =>
  ID.test(connection) ? connection : undefined;

/** Describes a connection in a sentence. */
export const describeConnection = ({ connection, provider }: { connection: string; provider: string }): string =>
  `the ${provider} connection "${connection}"`;

/** Sets the reason for a connection's status; undefined clears it. */
export async function setStatusReason(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  record: ConnectionRecord,
  statusReason: StatusReason | undefined,
): Promise<void> {
  if (record.statusReason === statusReason) return;
  const next = omitUndefined({ ...record, statusReason });
  await ctx.store.put(connections, next);
  ctx.emit(connectionUpdated, { connection: await showConnection(ctx, next) });
}

/** Enables or disables a connection in the caller's transaction. Emits an event if that is a change. */
export async function setDisabled(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  connectionId: string,
  isDisabled: boolean,
): Promise<{ connection: Connection }> {
  const { store, now, emit } = ctx;
  const before = await connectionOf(store, { connection: connectionId });
  const status = isDisabled ? ("disabled" as const) : ("active" as const);
  if (before.status === status) return { connection: await showConnection(ctx, before) };
  const statusReason = isDisabled ? ("asked" as const) : undefined;
  const record = omitUndefined({ ...before, status, statusReason, updatedAt: now });
  await store.put(connections, record);
  const connection = await showConnection(ctx, record);
  emit(isDisabled ? connectionDisabled : connectionEnabled, { connection });
  return { connection };
}

/** How enabling or disabling a connection is undone, unless it changes nothing. */
export async function undoDisabled(store: Reads, connection: string, isDisabled: boolean) {
  const { status } = await connectionOf(store, { connection });
  if (isDisabled === (status === "disabled")) return undefined;
  return { operation: `credentials.connections.${isDisabled ? "enable" : "disable"}`, input: { connection } };
}

/** The connection that a call names by its id, name or label, for policies. */
export const resourcesOf = async (
  { store }: { store: Reads },
  name: { connection: string; provider?: string },
): Promise<string[]> => [(await connectionOf(store, name)).id];
