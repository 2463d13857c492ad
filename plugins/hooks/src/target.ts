import { isAllowedHost, isBlockedNow, publicHosts } from "@postern/kit/outbound";
import { TargetRefused } from "./errors.ts";

/** The normalized URL of a hook. Throws if its host is not allowed; names are resolved when it is planned and at each delivery. */
export function targetOf(text: string, allowPrivate: boolean): string {
  const url = new URL(text);
  if (!isAllowedHost(url, allowPrivate)) throw TargetRefused({ host: url.hostname });
  return url.href;
}

/** The same when a hook is planned: also refuses a name that resolves to a private address now. */
export async function plannedTarget(text: string, allowPrivate: boolean): Promise<string> {
  const target = targetOf(text, allowPrivate);
  const url = new URL(target);
  if (!allowPrivate && (await isBlockedNow(url, publicHosts(false)))) throw TargetRefused({ host: url.hostname });
  return target;
}
