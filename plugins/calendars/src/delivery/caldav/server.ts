import type { AccountRecord } from "../../collections.ts";
import { Fault } from "../fault.ts";
import type { Server } from "./exchange.ts";

/** Milliseconds for one request. */
const TIMEOUT = 20_000;

/** An account's server, with who one is there: by name and password, or by a token where the account has no name. */
export function davServerOf({ config }: AccountRecord, secret: string | undefined, signal: AbortSignal): Server {
  const { url, calendarUrl, username } = config;
  if (url === undefined) throw new Fault("misconfigured", "The account has no server URL");
  const origins = [url, ...(calendarUrl === undefined ? [] : [calendarUrl])].map((one) => new URL(one).origin);
  return {
    url,
    origins,
    timeout: TIMEOUT,
    signal,
    ...(secret !== undefined && { authorization: authorization(username, secret) }),
  };
}

function authorization(username: string | undefined, secret: string): string {
  if (/[\p{Cc}]/u.test(secret))
    throw new Fault("secret_unavailable", "The account's secret contains line breaks or control characters");
  if (username === undefined) return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;
}
