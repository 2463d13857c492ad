import { isIP } from "node:net";
import { gatewayErrors } from "@postern/core";
import { bareHost, type HostRule, isAllowed, type Naming, namedHosts } from "@postern/kit/outbound";
import type { AccountRecord } from "../collections.ts";

/** The configuration of this group, by which the hosts of servers are allowed. */
export interface Configured {
  readonly config: Naming["config"];
}

/** Whether an address is of this machine or a private network: only there may a server work without TLS. */
const isLocal = (address: string): boolean => isAllowed(address, true) && !isAllowed(address, false);

/** The hosts that the server of an account may have. Passwords are sent to public addresses over TLS only. */
export function serverHosts(account: Pick<AccountRecord, "isPrivate">, config: Naming["config"]): HostRule {
  const named = namedHosts("calendars", account, config);
  return (host, isSecure) => {
    const reason = named(host, isSecure);
    if (reason !== undefined || isSecure || isIP(host) === 0 || isLocal(host)) return reason;
    return "its address is public, and passwords are sent to public addresses over TLS only";
  };
}

/** Validates and normalizes the URL of a CalDAV server. Names are checked after they are resolved. */
export function serverUrl(text: string, path: string): string {
  const url = new URL(text);
  const host = bareHost(url);
  if (url.protocol !== "https:" && isIP(host) !== 0 && isAllowed(host, false))
    throw gatewayErrors.InvalidInput({
      issues: [
        {
          path,
          code: "server",
          message: "must start with https:// unless the server is on this machine or in a private network",
        },
      ],
    });
  return url.href;
}

/** Whether a host is certainly local: a local address, or this machine by name. */
export function isLocalHost(hostname: string): boolean {
  const host = bareHost({ hostname });
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : isLocal(host);
}
