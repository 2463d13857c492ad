import type { Dispatcher } from "undici";
import { RequestFailed } from "./failure.ts";
import { faultOf } from "./host-rule.ts";

/** Redirects that keep the method. Clients turn a POST into a GET for 301 and 302, which is rarely intended. */
const KEEPS_METHOD = new Set([307, 308]);
const KEEPS_OTHERS = new Set([301, 302]);

/** The target of a redirect, if the method allows to follow it. */
export function nextTarget(
  from: URL,
  { statusCode, headers }: Dispatcher.ResponseData,
  method = "GET",
): URL | undefined {
  const { location } = headers;
  if (typeof location !== "string") return undefined;
  if (!KEEPS_METHOD.has(statusCode) && (method === "POST" || !KEEPS_OTHERS.has(statusCode))) return undefined;
  if (!URL.canParse(location, from.href))
    throw new RequestFailed("redirected", `${from.host} redirects to an invalid address`);
  return new URL(location, from);
}

export function assertFollowable(from: URL, to: URL): void {
  const fault = faultOf(to);
  if (fault !== undefined)
    throw new RequestFailed("redirected", `${from.host} redirects to an address that ${fault}`, { isFinal: true });
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new RequestFailed("redirected", `${from.host} redirects from https to http, which is not encrypted`, {
      isFinal: true,
    });
}

const SECRETS = new Set(["authorization", "cookie", "proxy-authorization"]);

/** The headers that may be sent to another origin. */
export const withoutSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRETS.has(name.toLowerCase())));
