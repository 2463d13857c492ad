import type { AccountRecord } from "../../collections.ts";
import { Fault } from "../fault.ts";
import { type Configured, serverHosts } from "../hosts.ts";
import type { MailServer } from "./send.ts";

/** Timeout of each step of the SMTP session in milliseconds. */
const TIMEOUT = 20_000;

/** The mail server of an account with its credentials. */
export function mailServerOf(
  { config: options }: Configured,
  account: AccountRecord,
  secret: string | undefined,
  signal: AbortSignal,
): MailServer {
  const { host, from, username, secure = true, port = secure ? 465 : 587 } = account.config;
  if (host === undefined || from === undefined) throw new Fault("misconfigured", "The account has no mail server");
  return {
    host,
    port,
    secure,
    from,
    timeout: TIMEOUT,
    signal,
    hosts: serverHosts(account, options),
    ...(username !== undefined && secret !== undefined && { username, password: secret }),
  };
}
