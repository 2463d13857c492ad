import type { Caller, Reads } from "@postern/core";
import { assertUsable, type ConnectionDirectory, type Place } from "@postern/credentials/services";
import { canAccess } from "@postern/kit/access";
import { type AccountRecord, accounts, calendars, type OutboxRecord, outbox } from "./collections.ts";
import { hostsIn } from "./delivery/config.ts";
import { AccountNotFound, AccountStopped, ConnectionUnknown } from "./errors.ts";

/** Maximum number of accounts. */
export const MAX_ACCOUNTS = 100;

/** The account, or 404. */
export async function accountOf(store: Reads, id: string): Promise<AccountRecord> {
  const account = await store.get(accounts, id);
  if (!account) throw AccountNotFound({ accountId: id });
  return account;
}

/** Whether the caller may see an account (`read`), or change and use it (`write`). */
export const isAccountOf = (
  caller: Caller,
  { id, ownerId, ownerType }: AccountRecord,
  right: "read" | "write",
): boolean => canAccess(caller, `calendars:${right}`, { id, ownerId: `${ownerType}:${ownerId}` });

/** The account, or 404 if it does not belong to the caller. */
export async function ownAccountOf(
  { store, caller }: { store: Reads; caller: Caller },
  id: string,
  right: "read" | "write" = "write",
): Promise<AccountRecord> {
  const account = await accountOf(store, id);
  if (!isAccountOf(caller, account, right)) throw AccountNotFound({ accountId: id });
  return account;
}

/** The provider and hosts that the secret of an account's connection is used with. */
export function placeOf({ provider, connection = "", config }: Connectable): Place {
  return { connection, provider, hosts: hostsIn(config) };
}

type Connectable = Pick<AccountRecord, "provider" | "connection" | "config">;

/**
 * Initial status of an account with this connection: stopped if the connection is disabled. Throws if the connection
 * does not belong to the provider.
 */
export async function initialStatusOf(
  connections: ConnectionDirectory | undefined,
  ctx: { store: Reads; caller: Caller },
  account: Connectable,
): Promise<Pick<AccountRecord, "status" | "statusReason">> {
  const { provider, connection } = account;
  const status = await statusOf(connections, provider, connection);
  if (connection !== undefined) await assertUsable(ctx, placeOf(account));
  return status;
}

/** Status of an account according to the connection it already uses. */
export async function statusOf(
  connections: ConnectionDirectory | undefined,
  provider: string,
  connection: string | undefined,
): Promise<Pick<AccountRecord, "status" | "statusReason">> {
  if (connection === undefined) return { status: "active" };
  const found = await connections?.find({ connection, provider });
  if (!found) throw ConnectionUnknown({ connection, provider });
  return found.status === "active" ? { status: "active" } : { status: "stopped", statusReason: "connection_disabled" };
}

/** Rejects an operation that a stopped account cannot do. */
export function assertActive({ id, status, statusReason: reason = "misconfigured", connection }: AccountRecord): void {
  if (status === "active") return;
  throw AccountStopped({ accountId: id, reason, ...(connection !== undefined && { connection }) });
}

const COUNTED_STATUSES = ["pending", "leased", "failed", "dead"] as const;

/** Number of outbox entries of an account by status. */
export async function outboxCountsOf(
  store: Reads,
  id: string,
): Promise<Record<(typeof COUNTED_STATUSES)[number], number>> {
  const counts = await Promise.all(
    COUNTED_STATUSES.map((status) => store.count(outbox, { by: "byAccount", prefix: [id, status] })),
  );
  return Object.fromEntries(COUNTED_STATUSES.map((status, at) => [status, counts[at] ?? 0])) as never;
}

/** Maximum number of calendars, and of open outbox entries, released in one commit when an account is removed. */
export const MAX_RELEASED = 1_000;

/** Calendars and open outbox entries that remain if the account is removed. */
export async function dependentsOf(store: Reads, id: string) {
  const { items: kept } = await store.find(calendars, { by: "byAccount", prefix: [id], limit: MAX_RELEASED });
  const open = await store.find(outbox, { by: "byLane", prefix: [id], limit: MAX_RELEASED });
  return { kept, open: open.items as readonly OutboxRecord[] };
}
