import { ForbiddenHost, ForbiddenOrigin } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";

export interface GuardOptions {
  /**
   * The hosts that this gateway answers for, as a Host header names them, with the port where it is not the usual one.
   * Without them, the names of this machine.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of pages that may call it, beside its own: `https://console.example`. */
  readonly origins?: readonly string[] | undefined;
  /** Take the host that a proxy in front tells in X-Forwarded-Host. */
  readonly trustedProxy?: boolean | undefined;
}

/** The names by which only this machine is called. A fetch handler knows no port of its own, so any is taken. */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Refuses a request under a name that is not ours, or from a page that is not ours, before anything of it is read:
 * a page that rebinds its own name to this machine would else speak with the rights of whoever visits it.
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
    // A page in a sandbox has no origin, and says so when it loads its own files. It learns no more than any page whose
    // pictures are elsewhere: without a header that allows it, no page reads what it gets.
    if (origin === "null" && !isOperation && (incoming.method === "GET" || incoming.method === "HEAD")) return;
    if (origin !== `http://${host}` && origin !== `https://${host}`) throw ForbiddenOrigin({});
  };
}
