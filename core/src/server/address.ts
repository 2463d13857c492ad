import { type AddressInfo, BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * The address to bind for a host name. `localhost` is 127.0.0.1 without a resolver, which could return a public
 * address.
 */
export function addressOf(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  return host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
}

/** Whether no other machine can reach an address. False for names, which could resolve to any address. */
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? "ipv4" : "ipv6");
}

export type Scheme = "http" | "https";

/** The default port of URLs. */
const USUAL_PORT: Readonly<Record<Scheme, number>> = { http: 80, https: 443 };

/** The URL of the gateway for this machine. */
export function urlOf({ address, port }: AddressInfo, scheme: Scheme): string {
  const reachable = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return `${scheme}://${hostOf(reachable, port)}`;
}

/** The values of the Host header with which this machine addresses a gateway at `port`. */
export function localHosts(port: number, scheme: Scheme, address = "127.0.0.1"): string[] {
  const names = new Set(["localhost", "127.0.0.1", "::1", ...(isLoopback(address) ? [address] : [])]);
  const isUsual = port === USUAL_PORT[scheme];
  return [...names].flatMap((name) => (isUsual ? [hostOf(name, port), bracketed(name)] : [hostOf(name, port)]));
}

/** The given hosts. A host without a port is allowed both behind a proxy and at the gateway's own port. */
export function withPort(hosts: readonly string[], port: number): string[] {
  return hosts.flatMap((host) => (/:\d+$/.test(host) ? [host] : [host, `${host}:${port}`]));
}

function hostOf(address: string, port: number): string {
  return `${bracketed(address)}:${port}`;
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
