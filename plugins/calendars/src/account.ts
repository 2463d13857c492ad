import type { Caller, Reads } from "@postern/core";
import { isTheirs } from "@postern/core";
import { assertUsable, type ConnectionDirectory, type Place } from "@postern/credentials/services";
import { type AccountRecord, accounts, calendars, type OutboxRecord, outbox } from "./collections.ts";
import { hostsIn } from "./delivery/config.ts";
import { AccountNotFound, AccountStopped, ConnectionUnknown } from "./errors.ts";

/** The most accounts there may be. */
export const MOST_ACCOUNTS = 100;

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
): boolean => isTheirs(caller, `calendars:${right}`, { id, ownerId: `${ownerType}:${ownerId}` });

/** The account, or 404 where it is not the caller's. */
export async function ownAccountOf(
  { store, caller }: { store: Reads; caller: Caller },
  id: string,
  right: "read" | "write" = "write",
): Promise<AccountRecord> {
  const account = await accountOf(store, id);
  if (!isAccountOf(caller, account, right)) throw AccountNotFound({ accountId: id });
  return account;
}

/** Where an account sends the secret of its connection. */
export function placeOf({ provider, connection = "", config }: Reached): Place {
  return { connection, provider, hosts: hostsIn(config) };
}

type Reached = Pick<AccountRecord, "provider" | "connection" | "config">;

/** How an account with this connection begins: stopped where that is disabled. Throws where it is none of the provider. */
export async function standingOf(
  connections: ConnectionDirectory | undefined,
  ctx: { store: Reads; caller: Caller },
  account: Reached,
): Promise<Pick<AccountRecord, "status" | "statusReason">> {
  const { provider, connection } = account;
  const status = await statusOf(connections, provider, connection);
  if (connection !== undefined) await assertUsable(ctx, placeOf(account));
  return status;
}

/** The same of a connection that the account has already. */
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

/** Refuses what an account that is stopped cannot do, with what helps. */
export function assertGoesOn({ id, status, statusReason: reason = "misconfigured", connection }: AccountRecord): void {
  if (status === "active") return;
  throw AccountStopped({ accountId: id, reason, ...(connection !== undefined && { connection }) });
}

const SHOWN = ["pending", "leased", "failed", "dead"] as const;

/** How much of the outbox an account has in which state. */
export async function outboxOf(store: Reads, id: string): Promise<Record<(typeof SHOWN)[number], number>> {
  const counts = await Promise.all(
    SHOWN.map((status) => store.count(outbox, { by: "byAccount", prefix: [id, status] })),
  );
  return Object.fromEntries(SHOWN.map((status, at) => [status, counts[at] ?? 0])) as never;
}

/** Calendars and open entries that one commit takes leave of an account with. */
export const MOST_LEFT = 1_000;

/** What an account would leave behind. */
export async function leftBy(store: Reads, id: string) {
  const { items: kept } = await store.find(calendars, { by: "byAccount", prefix: [id], limit: MOST_LEFT });
  const open = await store.find(outbox, { by: "byLane", prefix: [id], limit: MOST_LEFT });
  return { kept, open: open.items as readonly OutboxRecord[] };
}
