import { isGatewayError, type PluginContext } from "@postern/core";
import type { Secret } from "@postern/credentials/services";
import { MOST_ACCOUNTS } from "../account.ts";
import { type AccountRecord, accounts } from "../collections.ts";
import type { group } from "../group.ts";
import { withSecret } from "./account.ts";
import { calendarsAt } from "./caldav/discover.ts";
import { davServerOf } from "./caldav/server.ts";
import { Fault } from "./fault.ts";
import { greet } from "./smtp/send.ts";
import { mailServerOf } from "./smtp/server.ts";

/** What came of asking a server. */
export interface Trial {
  readonly ok: boolean;
  readonly reason?: string;
  readonly code?: string;
  readonly calendars?: { url: string; name: string }[];
}

/** Asks an account's server whether it lets us in. */
export async function tryAccount(
  host: Pick<PluginContext<typeof group>, "services">,
  account: AccountRecord,
  signal: AbortSignal,
): Promise<Trial> {
  try {
    return await withSecret(host, account, `check ${account.id}`, (secret) => ask(account, secret, signal));
  } catch (error) {
    if (error instanceof Fault) return { ok: false, reason: error.message, code: error.code };
    throw error;
  }
}

async function ask(account: AccountRecord, secret: string | undefined, signal: AbortSignal): Promise<Trial> {
  if (account.provider === "local") return { ok: true };
  if (account.provider === "smtp") {
    await greet(mailServerOf(account, secret, signal));
    return { ok: true };
  }
  const { calendars } = await calendarsAt(davServerOf(account, secret, signal));
  return { ok: true, calendars: calendars.map(({ url, name }) => ({ url, name })) };
}

const PROVIDERS = { caldav: "CalDAV", smtp: "E-mail (SMTP)" } as const;

/** Lets credentials ask our providers whether a secret works. Answers what takes that off again. */
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
 * A secret alone does not say whose it is, and is told to no server but the one it is for: to that of an account whose
 * own connection has this very secret.
 */
async function checkSecret(host: PluginContext<typeof group>, provider: string, secret: Secret, signal: AbortSignal) {
  const { items } = await host.store.find(accounts, { limit: MOST_ACCOUNTS });
  for (const account of items) {
    if (account.provider !== provider || account.connection === undefined) continue;
    if (!(await hasSecret(host, account, secret))) continue;
    const { ok, reason } = await ask(account, secret.reveal(), signal).catch((error: unknown) => {
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
    // One that is disabled or gone is not the one that is checked.
    if (isGatewayError(error)) return false;
    throw error;
  }
}
