import { omitUndefined, type PluginContext } from "@postern/core";
import { isEmail } from "../../attendee.ts";
import { type AccountRecord, type SchedulingRecord, schedulings } from "../../collections.ts";
import { configuredOrganizer } from "../config.ts";
import { Fault } from "../fault.ts";
import { hrefsOf, isScheduling } from "./dav.ts";
import type { Server } from "./exchange.ts";

/** How long what a server said is used, in milliseconds. */
const FRESH = 24 * 60 * 60 * 1000;

type Host = Pick<PluginContext, "store" | "transact" | "now">;

/**
 * Who organizes the events of an account, and whether its server sends their invitations. Asks the server once a day.
 * Throws a Fault if it does not answer.
 */
export async function schedulingOf(
  host: Host,
  server: Server,
  account: AccountRecord,
  folder: string,
): Promise<SchedulingRecord> {
  const accountId = account.id;
  const known = await host.store.get(schedulings, accountId);
  if (known && Math.abs(host.now() - known.at) < FRESH) return known;
  const [isAutomatic = false, email = configuredOrganizer(account.config)] = [
    await answered(isScheduling(server, folder)),
    await answered(ownAddress(server, folder)),
  ];
  const record = omitUndefined({ accountId, isAutomatic, email, at: host.now() });
  await host.transact(({ store }) => store.put(schedulings, record));
  return record;
}

/** The first e-mail address of the signed-in user (RFC 6638, section 2.4.1). */
async function ownAddress(server: Server, folder: string): Promise<string | undefined> {
  const [principal] = await hrefsOf(server, folder, "d:current-user-principal");
  if (principal === undefined) return undefined;
  const url = new URL(new URL(principal, folder).pathname, folder).href;
  const addresses = await hrefsOf(server, url, "c:calendar-user-address-set");
  return addresses
    .flatMap((address) => (/^mailto:/i.test(address) ? [address.slice("mailto:".length)] : []))
    .find(isEmail);
}

/** A server may keep its principals from users who may read and write the calendar, such as those without a login. */
const REFUSED = ["unauthorized", "forbidden", "bad_answer"];

/** Undefined if the server does not support or permit the request. */
async function answered<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Fault && (error.consequence === "never" || REFUSED.includes(error.code))) return undefined;
    throw error;
  }
}
