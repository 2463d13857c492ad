import { BlockList, isIP, isIPv6 } from "node:net";
import { gatewayErrors } from "@postern/core";
import { bareHost, type HostRule } from "@postern/kit/outbound";

const listOf = (...subnets: string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", length] = subnet.split("/");
    list.addSubnet(net, Number(length), isIPv6(net) ? "ipv6" : "ipv4");
  }
  return list;
};

/** This machine and private networks: only there may a server work without TLS. */
const localNetworks = listOf(
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
  "::1/128",
);

/** Addresses that are never used for calendar servers, including cloud metadata services, which expose secrets. */
const forbiddenNetworks = listOf(
  "0.0.0.0/8",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "224.0.0.0/3",
  "fd00:ec2::254/128",
  "fe80::/10",
  "ff00::/8",
);

const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/** Whether connections to an address are allowed: with TLS all but a few, without TLS only local ones. */
export const isReachable = (address: string, isSecure: boolean): boolean =>
  !isIn(forbiddenNetworks, address) && (isSecure || isIn(localNetworks, address));

/** Hosts that calendar and mail servers may have. */
export const serverHosts: HostRule = (host, isSecure) => {
  if (isIP(host) === 0 || isReachable(host, isSecure)) return undefined;
  return isSecure
    ? "the address is not allowed for servers"
    : "its address is public, and passwords are sent to public addresses over TLS only";
};

const wrong = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "server", message }] });

/** Validates and normalizes the URL of a CalDAV server. */
export function serverUrl(text: string, path: string): string {
  const url = new URL(text);
  assertHost(
    url.hostname,
    url.protocol === "https:",
    path,
    "must start with https:// unless the server is on this machine or in a private network",
  );
  return url.href;
}

/** Checks IP addresses only; host names are checked after they are resolved. */
export function assertHost(hostname: string, isSecure: boolean, path: string, otherwise: string): void {
  const host = bareHost({ hostname });
  if (isIP(host) === 0 || isReachable(host, isSecure)) return;
  throw wrong(
    path,
    isIn(forbiddenNetworks, host) ? "must be the address of a server; this address is not allowed" : otherwise,
  );
}

/** Whether a host is certainly local: a local address, or this machine by name. */
export function isLocalHost(hostname: string): boolean {
  const host = bareHost({ hostname });
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : isIn(localNetworks, host);
}
