import { type AddressInfo, BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * The address to bind for a host as people write it. `localhost` is 127.0.0.1 without asking a resolver, which could
 * name a machine that others reach.
 */
export function addressOf(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  return host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
}

/** True only for addresses that no other machine can reach. A name is none: who knows what it resolves to. */
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? "ipv4" : "ipv6");
}

export type Scheme = "http" | "https";

/** The port that a URL of the scheme does not name. */
const USUAL_PORT: Readonly<Record<Scheme, number>> = { http: 80, https: 443 };

/** Where this machine reaches the gateway. */
export function urlOf({ address, port }: AddressInfo, scheme: Scheme): string {
  const reachable = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return `${scheme}://${hostOf(reachable, port)}`;
}

/** The values of the Host header by which this machine calls a gateway at `port`. */
export function localHosts(port: number, scheme: Scheme, address = "127.0.0.1"): string[] {
  const names = new Set(["localhost", "127.0.0.1", "::1", ...(isLoopback(address) ? [address] : [])]);
  const isUsual = port === USUAL_PORT[scheme];
  return [...names].flatMap((name) => (isUsual ? [hostOf(name, port), bracketed(name)] : [hostOf(name, port)]));
}

/** The given hosts; one without a port is meant both behind a proxy and at the gateway's own port. */
export function withPort(hosts: readonly string[], port: number): string[] {
  return hosts.flatMap((host) => (/:\d+$/.test(host) ? [host] : [host, `${host}:${port}`]));
}

function hostOf(address: string, port: number): string {
  return `${bracketed(address)}:${port}`;
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
