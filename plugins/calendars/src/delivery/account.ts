import { isGatewayError, type PluginContext, type Transacting } from "@postern/core";
import { isElsewhere } from "@postern/credentials/services";
import { hasCreatorEnded } from "@postern/kit/access";
import { type AccountRecord, accounts, type OutboxRecord, outbox } from "../collections.ts";
import { accountResumed, accountStopped } from "../events.ts";
import type { group } from "../group.ts";
import type { StopReason } from "../stop-reason.ts";
import { hostsIn } from "./config.ts";
import { Fault } from "./fault.ts";
import { queueHead } from "./lane.ts";
import { deliveries } from "./queue.ts";

/** Number of entries processed per commit. */
const PORTION = 200;

/** Stages that an account is stopped. Its entries are parked when the queue reaches them. */
export async function stopAccount(ctx: Transacting, id: string, reason: string): Promise<void> {
  const before = await ctx.store.get(accounts, id);
  if (!before || before.status === "stopped") return;
  const statusReason = reason as StopReason;
  const account: AccountRecord = { ...before, status: "stopped", statusReason, updatedAt: ctx.now };
  await ctx.store.put(accounts, account);
  ctx.emit(accountStopped, { account, reason: statusReason });
}

/** The record of a resumed account, to be stored by the caller; its pending entries are queued again. */
export async function resumeAccount(ctx: Transacting, before: AccountRecord): Promise<AccountRecord> {
  const { statusReason: _reason, lastError: _error, lastTriedAt: _tried, ...rest } = before;
  const account: AccountRecord = { ...rest, status: "active", updatedAt: ctx.now };
  if (before.status === "active") return account;
  ctx.emit(accountResumed, { account });
  await deliveries.add(ctx, { account: account.id });
  return account;
}

/** Queues the pending entries of an account in portions. */
export async function queueAccount(host: PluginContext, id: string, signal: AbortSignal): Promise<undefined> {
  let after: string | undefined;
  do {
    after = await host.transact(async (ctx) => {
      const place = { by: "byLane", prefix: [id], limit: PORTION, ...(after !== undefined && { after }) } as const;
      const { items, next } = await ctx.store.unchecked.find(outbox, place);
      const heads = new Map<string, OutboxRecord>(
        items.map((entry) => [entry.eventId.split("@", 1)[0] as string, entry]),
      );
      for (const entry of heads.values()) await queueHead(ctx, entry);
      return next;
    });
  } while (after !== undefined && !signal.aborted);
  return undefined;
}

/** Throws a Fault if the key that set up an account has ended: then nothing is sent or imported with it. */
export async function assertContinues(
  { store, now }: Pick<PluginContext, "store" | "now">,
  account: AccountRecord,
): Promise<void> {
  if (await hasCreatorEnded(store, account, now()))
    throw new Fault("creator_ended", "The key that set up the account was revoked or has expired");
}

/**
 * Calls `work` with an account's secret, or undefined if it has none. Throws a Fault if the secret is not available.
 */
export async function withSecret<T>(
  { services }: Pick<PluginContext<typeof group>, "services">,
  { provider, connection, config }: AccountRecord,
  purpose: string,
  work: (secret: string | undefined) => Promise<T>,
): Promise<T> {
  if (connection === undefined) return work(undefined);
  if (!services.secrets)
    throw new Fault(
      "connection_missing",
      'The plugin "credentials", which stores the account\'s secret, is not enabled',
    );
  try {
    const user = { group: "calendars", purpose, hosts: hostsIn(config) };
    return await services.secrets.use({ connection, provider }, user, (secret) => work(secret.reveal()));
  } catch (error) {
    if (error instanceof Fault || !isGatewayError(error)) throw error;
    if (isElsewhere(error)) throw new Fault("secret_elsewhere", error.message);
    throw secretFault(error.code, connection);
  }
}

function secretFault(code: string, connection: string): Fault {
  if (code === "credentials.connection_disabled")
    return new Fault("connection_disabled", `The connection ${connection} is disabled`);
  if (code === "credentials.connection_bound")
    return new Fault("misconfigured", `The connection ${connection} may not be used with this account's server`);
  if (code === "credentials.backend_unavailable")
    return new Fault("unreachable", `The secret of the connection ${connection} is temporarily unavailable`);
  if (code === "credentials.secret_unreadable")
    return new Fault("secret_unavailable", `The secret of the connection ${connection} cannot be read`);
  return new Fault("connection_missing", `The connection ${connection} does not exist or is ambiguous`);
}
