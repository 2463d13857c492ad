import { isIP } from "node:net";
import { gatewayErrors } from "@postern/core";
import { hostIn } from "@postern/credentials/services";
import { markServers, type Naming } from "@postern/kit/outbound";
import { isEmail } from "../attendee.ts";
import type { AccountRecord } from "../collections.ts";
import type { AccountConfig } from "../schemas.ts";
import { serverUrl } from "./hosts.ts";

type Provider = AccountRecord["provider"];
type Member = keyof AccountConfig;

/** Fields of each provider, and whether they are required. */
const MEMBERS: Readonly<Record<Provider, Readonly<Partial<Record<Member, "needed" | "optional">>>>> = {
  local: {},
  caldav: { url: "needed", calendarUrl: "optional", username: "optional", from: "optional" },
  smtp: { host: "needed", from: "needed", port: "optional", secure: "optional", username: "optional" },
};

const SENDER: Member = `from`;
const NAME = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,62})(\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*\.?$/;
const ADDRESS = /^[^\s@<>(),;:"\\]+@[A-Za-z0-9.-]+$/;

const wrong = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "config", message }] });

/** Validates and normalizes the configuration of a provider. */
export function configFor(provider: Provider, given: AccountConfig, hasConnection: boolean): AccountConfig {
  const members = MEMBERS[provider];
  for (const member of Object.keys(given) as Member[])
    if (!(member in members))
      throw wrong(
        `/config/${member}`,
        `is not supported by ${provider}; supported fields: ${Object.keys(members).join(", ") || "none"}`,
      );
  for (const member of Object.keys(members) as Member[])
    if (members[member] === "needed" && given[member] === undefined)
      throw wrong(`/config/${member}`, `is required for ${provider}`);
  if (provider === "local" && hasConnection)
    throw wrong("/connection", "must be omitted for local, which has no server");
  if (provider === "caldav") return caldavOf(given);
  return provider === "smtp" ? smtpOf(given, hasConnection) : {};
}

function caldavOf({ url = "", calendarUrl, ...rest }: AccountConfig): AccountConfig {
  assertAddress(rest.from);
  const asFolder = (text: string) => (text.endsWith("/") ? text : `${text}/`);
  return {
    ...rest,
    url: serverUrl(url, "/config/url"),
    ...(calendarUrl !== undefined && { calendarUrl: asFolder(serverUrl(calendarUrl, "/config/calendarUrl")) }),
  };
}

function smtpOf(config: AccountConfig, hasConnection: boolean): AccountConfig {
  const { host = "", from = "", username, secure = true } = config;
  if (isIP(host) === 0 && !NAME.test(host)) throw wrong("/config/host", "must be a host name or an IP address");
  assertAddress(from);
  if (hasConnection && username === undefined)
    throw wrong("/config/username", "is required with a connection, which holds only the password");
  if (!hasConnection && username !== undefined)
    throw wrong("/connection", "is required with a username, because it holds the password");
  return { ...config, secure, port: config.port ?? (secure ? 465 : 587) };
}

function assertAddress(from: string | undefined): void {
  if (from !== undefined && !ADDRESS.test(from))
    throw wrong(`/config/${SENDER}`, "must be an e-mail address like calendar@example.com");
}

/** All servers that an account's secret is sent to, with their ports. */
export function hostsIn({ url, calendarUrl, host, port }: AccountConfig): string[] {
  const urls = [url, calendarUrl].flatMap((one) => (one === undefined ? [] : [hostIn(one)]));
  return [...new Set(host === undefined ? urls : [...urls, `${host.toLowerCase()}:${port}`])];
}

/** The mark of an account whose server a caller names. Throws if it is at an address that the caller may not name. */
export const markOf = (
  ctx: Naming,
  config: AccountConfig,
  before?: Pick<AccountRecord, "config" | "isPrivate">,
): { isPrivate?: true } =>
  markServers(
    ctx,
    "calendars",
    hostsIn(config),
    before && { hosts: hostsIn(before.config), isPrivate: before.isPrivate },
  );

/** The organizer of the events of a CalDAV account whose server does not name one. */
export const configuredOrganizer = ({ from, username }: AccountConfig): string | undefined =>
  [from, username].find((address) => address !== undefined && isEmail(address));

/** The host of an account's server, for messages. */
export const serverIn = ({ url, host, port }: AccountConfig): string | undefined =>
  url === undefined ? host && `${host}:${port}` : new URL(url).host;
