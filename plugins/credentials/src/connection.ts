import { omitUndefined, type Reads, type Transacting } from "@postern/core";
import { type ConnectionRecord, connections, uses } from "./collections.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "./errors.ts";
import { connectionDisabled, connectionEnabled, connectionUpdated } from "./events.ts";
import { type Connection, ConnectionId, type StatusReason } from "./schemas.ts";

const ID = new RegExp(ConnectionId);
/** How many of a name are looked at: enough to tell that it is ambiguous, and to name them. */
const MOST_CANDIDATES = 10;
const DAY = 24 * 60 * 60 * 1000;
const REMEMBERED = 30 * DAY;

/** Names a connection by its id, name or label; `provider` is needed where several have the name. */
export interface ConnectionName {
  readonly connection?: string;
  readonly provider?: string;
}

/** Those that are meant by an id, else a name, else a label; of one provider only, where one is named. */
export async function candidatesOf(store: Reads, text: string, provider?: string): Promise<ConnectionRecord[]> {
  const all = await meantBy(store, text);
  if (provider === undefined || all.length === 0) return all;
  const own = ID.test(text) ? undefined : await store.one(connections, "byProvider", provider, text);
  return own ? [own] : all.filter((one) => one.provider === provider);
}

async function meantBy(store: Reads, text: string): Promise<ConnectionRecord[]> {
  if (ID.test(text)) {
    const found = await store.get(connections, text);
    return found ? [found] : [];
  }
  for (const by of ["byName", "byLabel"] as const) {
    const { items } = await store.find(connections, { by, prefix: [text], limit: MOST_CANDIDATES });
    if (items.length > 0) return items;
  }
  return [];
}

/** The one connection that is meant; 404 where there is none, 409 where there are several. */
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

/** A connection as callers see it, with who used it of late. */
export async function showConnection(
  { store, now }: { store: Reads; now: number },
  { isOurs: _isOurs, isGathering: _isGathering, ...said }: ConnectionRecord,
): Promise<Connection> {
  const { items } = await store.find(uses, { prefix: [said.id] });
  const last = Math.max(...items.map(({ at }) => at));
  return omitUndefined({
    ...said,
    lastUsedAt: items.length > 0 ? last : undefined,
    usedBy: items.filter(({ at }) => at > now - REMEMBERED).map((use) => use.group),
  });
}

/** What a narrowed grant is held against: an id, and never a name, which may be another's tomorrow. */
export const resourceOf = ({ connection }: { connection: string }): string | undefined =>
  ID.test(connection) ? connection : undefined;

/** A connection in words. */
export const calledOf = ({ connection, provider }: { connection: string; provider: string }): string =>
  `the connection ${connection} of ${provider}`;

/** Says why a connection stands as it does, or (undefined) that nothing is known against it. */
export async function remark(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  record: ConnectionRecord,
  statusReason: StatusReason | undefined,
): Promise<void> {
  if (record.statusReason === statusReason) return;
  const next = omitUndefined({ ...record, statusReason });
  await ctx.store.put(connections, next);
  ctx.emit(connectionUpdated, { connection: await showConnection(ctx, next) });
}

/** Stages that a connection is disabled, for somebody asked, or enabled again; tells of it if it was not. */
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
