import { ForbiddenHost, ForbiddenOrigin } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";

export interface GuardOptions {
  /**
   * The hosts that this gateway answers for, as in a Host header, with the port if it is not the default port. By
   * default the names of this machine.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of pages that may call it, in addition to its own: `https://console.example`. */
  readonly origins?: readonly string[] | undefined;
  /** Trust the X-Forwarded-Host header of a proxy. */
  readonly trustedProxy?: boolean | undefined;
}

/** The names of this machine. A fetch handler does not know its port, so any port is accepted. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Rejects requests with a foreign Host or Origin before anything else is read: otherwise a page could rebind its own
 * name to this machine (DNS rebinding) and act with the rights of its visitor.
 */
export function createGuard({ hosts, origins = [], trustedProxy = false }: GuardOptions) {
  const known = hosts && new Set(hosts.map((host) => host.toLowerCase()));
  const foreign = new Set(origins.map((origin) => origin.toLowerCase()));
  return (incoming: Incoming, isOperation: boolean): void => {
    const forwarded = trustedProxy ? incoming.header("x-forwarded-host") : undefined;
    const host = (forwarded ?? incoming.host).toLowerCase();
    if (known ? !known.has(host) : !LOCAL.test(host)) throw ForbiddenHost({});
    const origin = incoming.header("origin")?.toLowerCase();
    if (origin === undefined || foreign.has(origin)) return;
    // Sandboxed pages have the origin "null" and send it when they load their own files. Without CORS headers they
    // cannot read the responses, so such requests are harmless.
    if (origin === "null" && !isOperation && (incoming.method === "GET" || incoming.method === "HEAD")) return;
    if (origin !== `http://${host}` && origin !== `https://${host}`) throw ForbiddenOrigin({});
  };
}
