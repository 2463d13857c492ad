import { isAllowedHost } from "@postern/core/outbound";
import { TargetRefused } from "./errors.ts";

/** The address that a hook is given, spelled as it will be used. Names are looked up when something is delivered. */
export function targetOf(text: string, allowPrivate: boolean): string {
  const url = new URL(text);
  if (!isAllowedHost(url, allowPrivate)) throw TargetRefused({ host: url.hostname });
  return url.href;
}
