import ipaddr from "ipaddr.js";

/** Private networks, shared address space (RFC 6598), unique local addresses, and the machine itself. */
const INSIDE = ["private", "carrierGradeNat", "uniqueLocal", "loopback"];

/** Where clouds tell the machines in them their secrets; the link-local one is among those that lead nowhere. */
const METADATA = ["100.100.100.200", "168.63.129.16", "fd00:ec2::254"];

/** All public IPv6 addresses are in here; what is assigned to nobody yet is not. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether something may be sent to an IP address: to none of a special purpose. `allowPrivate` adds what is inside, and
 * nothing else.
 */
export function isAllowed(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (METADATA.includes(parsed.toString())) return false;
  if (INSIDE.includes(range)) return allowPrivate;
  return range === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL));
}
