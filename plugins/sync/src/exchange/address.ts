import { isIP } from "node:net";
import { gatewayErrors } from "@postern/core";
import { bareHost, type HostRule, isAllowed } from "@postern/kit/outbound";

const wrong = (message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: "/consoleUrl", code: "address", message }] });

const NEEDS_TLS = "must start with https:// unless the gateway is on this machine or in a private network";

/** With TLS any address is allowed, without it only those of this machine and private networks. */
const isReachable = (address: string, isSecure: boolean): boolean =>
  isAllowed(address, true) && (isSecure || !isAllowed(address, false));

/** The normalized URL of another gateway, without a trailing slash and `/api/v1`. */
export function consoleUrlOf(text: string): string {
  const url = new URL(text);
  const { protocol, origin, pathname } = url;
  const host = bareHost(url);
  if (isIP(host) !== 0 && !isReachable(host, protocol === "https:"))
    throw wrong(protocol === "https:" ? "must be the address of a gateway" : NEEDS_TLS);
  return origin + pathname.replace(/(?<!\/)\/+$/, "").replace(/\/api\/v1$/, "");
}

export const hostOf = (consoleUrl: string): string => new URL(consoleUrl).host;

/** The hosts that a gateway may have: with TLS all, without it only those of this machine and private networks. */
export const gatewayHosts: HostRule = (host, isSecure) => {
  if (isIP(host) === 0 || isReachable(host, isSecure)) return undefined;
  return isSecure ? "a gateway cannot have this address" : `its address ${NEEDS_TLS}`;
};
