import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { failureOf } from "./failure.ts";
import { blocked, type HostRule } from "./host-rule.ts";
import { guardedLookup } from "./lookup.ts";

/** Which hosts are allowed, and whether the connection uses TLS. */
interface Allowance {
  readonly to: HostRule;
  readonly isSecure: boolean;
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: Parameters<typeof guardedLookup>[2];
}

/**
 * Resolves a host for a protocol other than HTTP, and returns its addresses if the rule allows them all. Connect to
 * exactly these: resolving the name again could lead elsewhere. Throws `RequestFailed`.
 */
export async function allowedAddresses(
  host: string,
  { to, isSecure, resolve = lookup }: Allowance,
): Promise<LookupAddress[]> {
  const reason = to(host, isSecure);
  if (reason !== undefined) throw blocked(host, reason);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return new Promise((done, fail) => {
    guardedLookup(to, isSecure, resolve)(host, { all: true }, (error, addresses) =>
      error ? fail(failureOf(error, host)) : done(addresses as LookupAddress[]),
    );
  });
}

/** The option `lookup` of a socket that connects to checked addresses only. */
export const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, [...addresses]);
    else if (first) answer(null, first.address, first.family);
  };
