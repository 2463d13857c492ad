import { gatewayErrors } from "@postern/core";
import { faultOf, isAllowedHost } from "@postern/core/web";
import { TargetRefused } from "./errors.ts";

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
