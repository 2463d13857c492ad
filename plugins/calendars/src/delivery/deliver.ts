import type { PluginContext } from "@postern/core";
import { accounts, calendars, events, type OutboxRecord } from "../collections.ts";
import type { group } from "../group.ts";
import { assertContinues, withSecret } from "./account.ts";
import { deliverToServer } from "./caldav/deliver.ts";
import { davServerOf } from "./caldav/server.ts";
import { readDeliveryContext } from "./context.ts";
import { Fault, type Outcome } from "./fault.ts";
import { deliverByMail } from "./smtp/deliver.ts";
import { mailServerOf } from "./smtp/server.ts";

/** Delivers an outbox entry to its provider. Throws a Fault if it is not accepted. */
export async function deliver(
  host: PluginContext<typeof group>,
  entry: OutboxRecord,
  signal: AbortSignal,
): Promise<Outcome> {
  const { store } = host;
  const account = await store.get(accounts, entry.accountId);
  if (!account) throw new Fault("account_missing", "The account no longer exists");
  if (account.provider === "local") return { status: "acked", providerResult: {} };
  await assertContinues(host, account);
  const [event, calendar] = [await store.get(events, entry.eventId), await store.get(calendars, entry.calendarId)];
  if (!event || !calendar) throw new Fault("event_missing", "The event no longer exists");
  const story = await readDeliveryContext(store, entry, event, calendar);
  return withSecret(host, account, `deliver ${entry.id}`, (secret) =>
    account.provider === "caldav"
      ? deliverToServer(host, davServerOf(host, account, secret, signal), account, story)
      : deliverByMail(mailServerOf(host, account, secret, signal), store, story, host.now()),
  );
}
