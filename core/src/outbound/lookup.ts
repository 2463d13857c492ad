import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isAllowed } from "./address.ts";
import { Unreachable } from "./unreachable.ts";

type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Looks a name up for a connection and hands on only addresses that may be gone to. The connection takes these very
 * addresses, so a name that is given another one a moment later leads nowhere else. A single address that is refused
 * refuses the name: whoever mixes them means no good.
 */
export function guardedLookup(allowPrivate: boolean, resolve: Resolve = lookup): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = typeof family === "number" ? { family } : {};
    resolve(hostname, { all: true, ...wanted }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Unreachable("Its name has no address"), []);
      else if (!addresses.every(({ address }) => isAllowed(address, allowPrivate)))
        callback(new Unreachable("Its name stands for an address that nothing is sent to", { isFinal: true }), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
