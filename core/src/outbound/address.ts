import { BlockList, isIPv6 } from "node:net";

const listOf = (...subnets: string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", length] = subnet.split("/");
    list.addSubnet(net, Number(length), isIPv6(net) ? "ipv6" : "ipv4");
  }
  return list;
};

/** Private networks, shared address space (RFC 6598), unique local addresses, and the machine itself. */
const inside = listOf("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7");
inside.addAddress("::1", "ipv6");

/** Where clouds tell the machines in them their secrets; the link-local one is among those that lead nowhere. */
const metadata = listOf("100.100.100.200/32", "168.63.129.16/32", "fd00:ec2::254/128");

/** IPv4 that is nobody's: unspecified, link-local, reserved, documentation, benchmarks, multicast, broadcast. */
const nowhere = listOf(
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
);

/** All public IPv6 addresses are in here; IPv4-mapped ones, NAT64, link-local and multicast are not. */
const global = listOf("2000::/3");
/** Within it: Teredo and other protocols' own, documentation, and 6to4, which carries an IPv4 address to anywhere. */
const special = listOf("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

/** Whether something may be sent to an IP address. `allowPrivate` adds what is inside, and nothing else. */
export function isAllowed(address: string, allowPrivate: boolean): boolean {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  const isIn = (list: BlockList) => list.check(address, family);
  if (isIn(metadata)) return false;
  if (isIn(inside)) return allowPrivate;
  return family === "ipv6" ? isIn(global) && !isIn(special) : !isIn(nowhere);
}
