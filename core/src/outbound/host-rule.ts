import { isIP } from "node:net";
import { isAllowed } from "./address.ts";
import { RequestFailed } from "./failure.ts";

/**
 * Says why nothing may be sent to a host; undefined where it may. Called with the host of the URL, without brackets, and
 * with each IP address that it resolves to. `isSecure`: the connection uses TLS.
 */
export type HostRule = (host: string, isSecure: boolean) => string | undefined;

/** For hosts that the operator chose: all are allowed. */
export const anyHost: HostRule = () => undefined;

/** Allows public hosts, and with `allowPrivate` those of this machine and of private networks; never metadata services. */
export const publicHosts =
  (allowPrivate: boolean): HostRule =>
  (host) => {
    if (isIP(host) !== 0 ? isAllowed(host, allowPrivate) : allowPrivate || !/(^|\.)localhost\.?$/.test(host))
      return undefined;
    return "its address is private or reserved";
  };

/** The host of a URL as rules see it. A URL spells decimal, octal and other notations of an IP address in the usual one. */
export const bareHost = ({ hostname }: Pick<URL, "hostname">): string => hostname.replace(/^\[|\]$/g, "");

/** Whether requests to the host of a URL are allowed, as far as that is known before its name is resolved. */
export const isAllowedHost = (url: URL, allowPrivate: boolean): boolean =>
  publicHosts(allowPrivate)(bareHost(url), url.protocol === "https:") === undefined;

/** What is wrong with the URL of a request, whoever named it. */
export function faultOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https:// or http://";
  if (username !== "" || password !== "") return "must not contain a user name or password";
  return undefined;
}

export const blocked = (host: string, reason: string): RequestFailed =>
  new RequestFailed("blocked", `Requests to ${host} are not allowed: ${reason}`, { isFinal: true, isUnsent: true });
