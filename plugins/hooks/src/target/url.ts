import { isIP } from "node:net";
import { gatewayErrors } from "@postern/core";
import { TargetRefused } from "../errors.ts";
import { isAllowed } from "./address.ts";

/** The address that a hook is given, spelled as it will be used. Names are looked up when something is delivered. */
export function targetOf(text: string, allowPrivate: boolean): string {
  const wrong = (message: string) => gatewayErrors.InvalidInput({ issues: [{ path: "/url", code: "url", message }] });
  if (!URL.canParse(text)) throw wrong("must be an address like https://example.com/events");
  const url = new URL(text);
  const fault = faultOf(url);
  if (fault !== undefined) throw wrong(fault);
  if (url.hash !== "") throw wrong("must not have a fragment, which is never sent");
  if (!isAllowedHost(url, allowPrivate)) throw TargetRefused({ host: url.hostname });
  return url.href;
}

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
