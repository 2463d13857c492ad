import type { AccountRecord } from "../../collections.ts";
import { Fault } from "../fault.ts";
import { type Configured, serverHosts } from "../hosts.ts";
import type { Server } from "./exchange.ts";

/** Timeout of a request in milliseconds. */
const TIMEOUT = 20_000;

/** The server of an account with its credentials: user name and password, or a bearer token without a user name. */
export function davServerOf(
  { config: options }: Configured,
  account: AccountRecord,
  secret: string | undefined,
  signal: AbortSignal,
): Server {
  const { url, calendarUrl, username } = account.config;
  if (url === undefined) throw new Fault("misconfigured", "The account has no server URL");
  const origins = [url, ...(calendarUrl === undefined ? [] : [calendarUrl])].map((one) => new URL(one).origin);
  return {
    url,
    origins,
    timeout: TIMEOUT,
    signal,
    hosts: serverHosts(account, options),
    ...(secret !== undefined && { authorization: authorization(username, secret) }),
  };
}

function authorization(username: string | undefined, secret: string): string {
  if (/[\p{Cc}]/u.test(secret))
    throw new Fault("secret_unavailable", "The account's secret contains line breaks or control characters");
  if (username === undefined) return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;
}
