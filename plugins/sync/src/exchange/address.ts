import { gatewayErrors } from "@postern/core";
import { bareHost, type HostRule, isAllowed, type Naming, namedHosts } from "@postern/kit/outbound";
import type { LinkRecord } from "../collections.ts";

const wrong = (message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: "/consoleUrl", code: "address", message }] });

const NEEDS_TLS = "must start with https:// unless the gateway is on this machine or in a private network";

/** The normalized URL of another gateway, without a trailing slash and `/api/v1`. */
export function consoleUrlOf(text: string): string {
  const url = new URL(text);
  const { protocol, origin, pathname } = url;
  if (protocol !== "https:" && isAllowed(bareHost(url), false)) throw wrong(NEEDS_TLS);
  return origin + pathname.replace(/(?<!\/)\/+$/, "").replace(/\/api\/v1$/, "");
}

export const hostOf = (consoleUrl: string): string => new URL(consoleUrl).host;

/** The hosts that the other gateway may have: without TLS only those of this machine and private networks. */
export function gatewayHosts(link: Pick<LinkRecord, "isPrivate">, config: Naming["config"]): HostRule {
  const named = namedHosts("sync", link, config);
  return (host, isSecure) => {
    const reason = named(host, isSecure);
    if (reason !== undefined || isSecure || !isAllowed(host, false)) return reason;
    return `its address ${NEEDS_TLS}`;
  };
}
