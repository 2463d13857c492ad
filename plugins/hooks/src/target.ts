import { isAllowedHost } from "@postern/kit/outbound";
import { TargetRefused } from "./errors.ts";

/** The normalized URL of a hook. Throws if its host is not allowed; names are resolved at delivery. */
export function targetOf(text: string, allowPrivate: boolean): string {
  const url = new URL(text);
  if (!isAllowedHost(url, allowPrivate)) throw TargetRefused({ host: url.hostname });
  return url.href;
}
