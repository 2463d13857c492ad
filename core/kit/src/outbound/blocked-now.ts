import { setTimeout as pause } from "node:timers/promises";
import { allowedAddresses } from "./addresses.ts";
import { RequestFailed } from "./failure.ts";
import { bareHost, type HostRule } from "./host-rule.ts";

/** Milliseconds that a name has to be resolved. */
const LIMIT = 5_000;

/**
 * Whether requests to the host of a URL are blocked now: by its name, or by an address that the name has. For an early
 * refusal only: a name that is not found may exist later, and one that is allowed may change, so each connection checks it
 * again.
 */
export async function isBlockedNow(
  url: URL,
  to: HostRule,
  resolve?: Parameters<typeof allowedAddresses>[1]["resolve"],
): Promise<boolean> {
  const isSecure = url.protocol === "https:";
  const end = new AbortController();
  const resolved = allowedAddresses(bareHost(url), { to, isSecure, ...(resolve && { resolve }) }).then(
    () => false,
    (error: unknown) => error instanceof RequestFailed && error.kind === "blocked",
  );
  const late = pause(LIMIT, false, { signal: end.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([resolved, late]);
  } finally {
    end.abort();
  }
}
