import { isGatewayError, type PluginContext } from "@postern/core";
import type { Secret } from "@postern/credentials/services";
import { MAX_ACCOUNTS } from "../account.ts";
import { type AccountRecord, accounts } from "../collections.ts";
import type { group } from "../group.ts";
import { withSecret } from "./account.ts";
import { calendarsAt } from "./caldav/discover.ts";
import { davServerOf } from "./caldav/server.ts";
import { Fault } from "./fault.ts";
import type { Configured } from "./hosts.ts";
import { verifyLogin } from "./smtp/send.ts";
import { mailServerOf } from "./smtp/server.ts";

/** Result of checking an account. */
export interface CheckResult {
  readonly ok: boolean;
  readonly reason?: string;
  readonly code?: string;
  readonly calendars?: { url: string; name: string }[];
}

/** Checks whether an account can sign in to its server. */
export async function checkAccount(
  host: Pick<PluginContext<typeof group>, "services" | "config">,
  account: AccountRecord,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    return await withSecret(host, account, `check ${account.id}`, (secret) => ask(host, account, secret, signal));
  } catch (error) {
    if (error instanceof Fault) return { ok: false, reason: error.message, code: error.code };
    throw error;
  }
}

async function ask(
  host: Configured,
  account: AccountRecord,
  secret: string | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (account.provider === "local") return { ok: true };
  if (account.provider === "smtp") {
    await verifyLogin(mailServerOf(host, account, secret, signal));
    return { ok: true };
  }
  const { calendars } = await calendarsAt(davServerOf(host, account, secret, signal));
  return { ok: true, calendars: calendars.map(({ url, name }) => ({ url, name })) };
}

const PROVIDERS = { caldav: "CalDAV", smtp: "E-mail (SMTP)" } as const;

/**
 * Registers the providers with the credentials plugin, so that it can check their secrets. Returns a function that
 * unregisters them.
 */
export function registerProviders(host: PluginContext<typeof group>): () => void {
  const { secrets } = host.services;
  const offs = Object.entries(PROVIDERS).map(([id, label]) =>
    secrets?.register({ id, label, check: (secret, { signal }) => checkSecret(host, id, secret, signal) }),
  );
  return () => {
    for (const off of offs) off?.();
  };
}

/**
 * A secret does not say which server it is for, so it is sent only to the server of an account whose connection has
 * this secret.
 */
async function checkSecret(host: PluginContext<typeof group>, provider: string, secret: Secret, signal: AbortSignal) {
  const { items } = await host.store.find(accounts, { limit: MAX_ACCOUNTS });
  for (const account of items) {
    if (account.provider !== provider || account.connection === undefined) continue;
    if (!(await hasSecret(host, account, secret))) continue;
    const { ok, reason } = await ask(host, account, secret.reveal(), signal).catch((error: unknown) => {
      if (error instanceof Fault) return { ok: false, reason: error.message };
      throw error;
    });
    return { ok, ...(reason !== undefined && { reason }) };
  }
  return {
    ok: false,
    reason: "No account uses this connection yet. Create one with calendars.accounts.create to specify its server",
  };
}

async function hasSecret(
  { services }: PluginContext<typeof group>,
  account: AccountRecord,
  secret: Secret,
): Promise<boolean> {
  const { provider, connection = "" } = account;
  const user = { group: "calendars", purpose: `check ${account.id}` };
  try {
    return (
      (await services.secrets?.use({ connection, provider }, user, (own) => own.reveal() === secret.reveal())) ?? false
    );
  } catch (error) {
    // A connection that is disabled or missing is not the one being checked.
    if (isGatewayError(error)) return false;
    throw error;
  }
}
