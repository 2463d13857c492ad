import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { gatewayErrors } from "@postern/core";
import { Fault } from "./fault.ts";

const listOf = (...subnets: string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", length] = subnet.split("/");
    list.addSubnet(net, Number(length), isIPv6(net) ? "ipv6" : "ipv4");
  }
  return list;
};

/** This machine and the networks behind one's own router: there, and only there, a server may do without TLS. */
const near = listOf(
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
  "::1/128",
);

/** No calendar is kept here, but clouds tell the machines in them their secrets here. */
const never = listOf(
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

/** Whether an address may be spoken to: with TLS all but a few, without it only what is near. */
export const isReachable = (address: string, isSecure: boolean): boolean =>
  !isIn(never, address) && (isSecure || isIn(near, address));

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

/** Looks a name up for a connection, which then takes these very addresses: none of them may be out of bounds. */
export function guardedLookup(isSecure: boolean): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = typeof family === "number" ? { family } : {};
    lookup(hostname, { all: true, ...wanted }, (error: Error | null, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Fault("unreachable", "Its name has no address"), []);
      else if (!addresses.every(({ address }) => isReachable(address, isSecure)))
        callback(new Fault("misconfigured", outOfBounds(isSecure)), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Refuses an address that is out of bounds: those are connected to without being looked up. */
export function assertReachable({ hostname, protocol }: URL): void {
  const [host, isSecure] = [bare(hostname), protocol === "https:"];
  if (isIP(host) !== 0 && !isReachable(host, isSecure)) throw new Fault("misconfigured", outOfBounds(isSecure));
}

const outOfBounds = (isSecure: boolean): string =>
  isSecure
    ? "Its name stands for an address that no calendar server has"
    : "Its name stands for a public address, and a password is sent there by TLS only";

const wrong = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "server", message }] });

/** The address of a CalDAV server as it will be used; throws what is wrong with it. */
export function serverUrl(text: string, path: string): string {
  const { protocol, hostname, href } = new URL(text);
  assertHost(
    hostname,
    protocol === "https:",
    path,
    "must begin with https://, unless the server is on this machine or in a private network",
  );
  return href;
}

/** Judges addresses; a name says nothing before it is looked up. */
export function assertHost(hostname: string, isSecure: boolean, path: string, otherwise: string): void {
  const host = bare(hostname);
  if (isIP(host) === 0 || isReachable(host, isSecure)) return;
  throw wrong(path, isIn(never, host) ? "must be the address of a server; this is none" : otherwise);
}

/** Whether a host is certainly near: an address that is, or this machine by name. */
export const isNear = (hostname: string): boolean =>
  isIP(bare(hostname)) === 0 ? /(^|\.)localhost\.?$/.test(hostname) : isIn(near, bare(hostname));
