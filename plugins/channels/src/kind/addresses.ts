import type { LookupAddress } from "node:dns";
import { allowedAddresses, failureOf, type HostRule, publicHosts, RequestFailed } from "@postern/kit/outbound";
import { permanent } from "../services.ts";

/** The addresses of a host, to which exactly the connection is made: the name may resolve differently later. */
export async function addressesOf(
  { host, to = publicHosts(false) }: { readonly host: string; readonly to?: HostRule },
  isSecure: boolean,
): Promise<LookupAddress[]> {
  try {
    return await allowedAddresses(host, { to, isSecure });
  } catch (error) {
    throw readableError(error, host);
  }
}

const UNTRUSTED = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/** The error with a readable message, `permanent` if the user has to change something first. */
export function readableError(error: unknown, host: string): Error {
  if (error instanceof RequestFailed && error.kind === "blocked") return permanent(error.message);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error as Error;
  const { message } = failureOf(error, host);
  if (UNTRUSTED.has(code)) return permanent(`${message}. Set ca to the certificate of the signing authority.`);
  return code === "ENOTFOUND" || code === "ERR_TLS_CERT_ALTNAME_INVALID"
    ? permanent(message)
    : new Error(message, { cause: error });
}
