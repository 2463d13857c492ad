import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { gatewayErrors } from "@postern/core";
import { isAllowed } from "@postern/core/outbound";
import { Fault } from "./fault.ts";

const wrong = (message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: "/consoleUrl", code: "address", message }] });

const NEEDS_TLS = "must begin with https://, unless the gateway is on this machine or in a private network";

/** With TLS any address of a machine will do, without it only one that is near. */
const isReachable = (address: string, isSecure: boolean): boolean =>
  isAllowed(address, true) && (isSecure || !isAllowed(address, false));

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, "");

/** The address of another gateway as it will be used: without a slash at its end, and without `/api/v1`. */
export function consoleUrlOf(text: string): string {
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (isIP(bare(hostname)) !== 0 && !isReachable(bare(hostname), protocol === "https:"))
    throw wrong(protocol === "https:" ? "must be the address of a gateway; this is none" : NEEDS_TLS);
  return origin + pathname.replace(/(?<!\/)\/+$/, "").replace(/\/api\/v1$/, "");
}

export const hostOf = (consoleUrl: string): string => new URL(consoleUrl).host;

/** Looks a name up for a connection, which then takes these very addresses: none of them may be out of bounds. */
export function guardedLookup(isSecure: boolean): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = typeof family === "number" ? { family } : {};
    lookup(hostname, { all: true, ...wanted }, (error: Error | null, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Fault("unreachable", "its name has no address"), []);
      else if (!addresses.every(({ address }) => isReachable(address, isSecure)))
        callback(new Fault("unreachable", `its address ${NEEDS_TLS}`), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
