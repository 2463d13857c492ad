import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { RequestFailed } from "./failure.ts";
import { blocked, type HostRule } from "./host-rule.ts";

type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a host name and returns only addresses that the rule allows. The connection uses exactly these addresses, so
 * resolving the name again cannot redirect it (DNS rebinding). One disallowed address blocks the name, whatever its
 * other addresses are.
 */
export function guardedLookup(rule: HostRule, isSecure: boolean, resolve: Resolve = lookup): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = typeof family === "number" ? { family } : {};
    resolve(hostname, { all: true, ...wanted }, (error, addresses) => {
      const [first] = addresses ?? [];
      const reason = addresses?.map(({ address }) => rule(address, isSecure)).find((one) => one !== undefined);
      if (error || !first) callback(error ?? noAddress(hostname), []);
      else if (reason !== undefined) callback(blocked(hostname, reason), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const noAddress = (hostname: string) =>
  new RequestFailed("unreachable", `Host ${hostname} has no address`, { isUnsent: true });
