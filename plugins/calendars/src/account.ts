import type { Glance } from "@postern/core";
import type { ConnectionDirectory } from "@postern/credentials/services";
import { type AccountRecord, accounts, calendars, type OutboxRecord, outbox } from "./collections.ts";
import { AccountNotFound, ConnectionUnknown } from "./errors.ts";

/** The most accounts there may be. */
export const MOST_ACCOUNTS = 100;

/** The account, or 404. */
export async function accountOf(store: Glance, id: string): Promise<AccountRecord> {
  const account = await store.get(accounts, id);
  if (!account) throw AccountNotFound({ accountId: id });
  return account;
}

/** Throws where the connection that is to have an account's secret is none of its provider. */
export async function assertConnection(
  connections: ConnectionDirectory | undefined,
  provider: string,
  connection: string | undefined,
): Promise<void> {
  if (connection === undefined) return;
  if (!(await connections?.find({ connection, provider }))) throw ConnectionUnknown({ connection, provider });
}

const SHOWN = ["pending", "leased", "failed", "dead"] as const;

/** How much of the outbox an account has in which state. */
export async function outboxOf(store: Glance, id: string): Promise<Record<(typeof SHOWN)[number], number>> {
  const counts = await Promise.all(
    SHOWN.map((status) => store.count(outbox, { by: "byAccount", prefix: [id, status] })),
  );
  return Object.fromEntries(SHOWN.map((status, at) => [status, counts[at] ?? 0])) as never;
}

/** Calendars and open entries that one commit takes leave of an account with. */
export const MOST_LEFT = 1_000;

/** What an account would leave behind. */
export async function leftBy(store: Glance, id: string) {
  const { items: kept } = await store.find(calendars, { by: "byAccount", prefix: [id], limit: MOST_LEFT });
  const open = await store.find(outbox, { by: "byLane", prefix: [id], limit: MOST_LEFT });
  return { kept, open: open.items as readonly OutboxRecord[] };
}
