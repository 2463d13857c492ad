import { isIP } from "node:net";
import { isAllowed } from "./address.ts";
import { RequestFailed } from "./failure.ts";

/**
 * Returns why requests to a host are blocked, undefined if they are allowed. Called with the host of the URL, without
 * brackets, and with each IP address it resolves to. `isSecure`: the connection uses TLS.
 */
export type HostRule = (host: string, isSecure: boolean) => string | undefined;

/** Allows all hosts: for those that the operator configured. */
export const anyHost: HostRule = () => undefined;

/** Allows public hosts. `allowPrivate` adds this machine and private networks. Metadata services are never allowed. */
export const publicHosts =
  (allowPrivate: boolean): HostRule =>
  (host) => {
    if (isIP(host) !== 0 ? isAllowed(host, allowPrivate) : allowPrivate || !/(^|\.)localhost\.?$/.test(host))
      return undefined;
    return "its address is private or reserved";
  };

/**
 * The host of a URL in the form for rules. URL parsing normalizes decimal, octal and other notations of IP addresses.
 */
export const bareHost = ({ hostname }: Pick<URL, "hostname">): string => hostname.replace(/^\[|\]$/g, "");

/** Whether requests to the host of a URL are allowed, as far as that is known before its name is resolved. */
export const isAllowedHost = (url: URL, allowPrivate: boolean): boolean =>
  publicHosts(allowPrivate)(bareHost(url), url.protocol === "https:") === undefined;

/** What is wrong with the URL of a request. */
export function faultOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== "https:" && protocol !== "http:") return "must start with https:// or http://";
  if (username !== "" || password !== "") return "must not contain a user name or password";
  return undefined;
}

export const blocked = (host: string, reason: string): RequestFailed =>
  new RequestFailed("blocked", `Requests to ${host} are not allowed: ${reason}`, { isFinal: true, isUnsent: true });
