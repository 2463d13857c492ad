import ipaddr from "ipaddr.js";

/** Private networks, shared address space (RFC 6598), unique local addresses, and this machine. */
const INSIDE = ["private", "carrierGradeNat", "uniqueLocal", "loopback"];

/** Metadata services of clouds, which reveal secrets. The link-local one is excluded by its range. */
const METADATA = ["100.100.100.200", "168.63.129.16", "fd00:ec2::254"];

/** Contains all public IPv6 addresses. Unassigned ranges are not included. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether requests to an IP address are allowed: not to special-purpose ranges. `allowPrivate` adds private addresses
 * and nothing else.
 */
export function isAllowed(address: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (METADATA.includes(parsed.toString())) return false;
  if (INSIDE.includes(range)) return allowPrivate;
  return range === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL));
}
