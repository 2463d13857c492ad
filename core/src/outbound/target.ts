import { isIP } from "node:net";
import { isAllowed } from "./address.ts";

/** What is wrong with an address, whoever named it. */
export function faultOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https:// or http://";
  if (username !== "" || password !== "") return "must not hold a name or password; the signature says who sends";
  return undefined;
}

/** Judges addresses and names of this machine; any other name says nothing before it is looked up. */
export function isAllowedHost({ hostname }: URL, allowPrivate: boolean): boolean {
  // A URL spells every way to write an IP address, decimal and octal ones too, in the usual one.
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isAllowed(host, allowPrivate);
  return allowPrivate || !/(^|\.)localhost\.?$/.test(host);
}
