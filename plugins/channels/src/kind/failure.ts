/** Codes of failures before anything was sent. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses the connection",
  ENOTFOUND: "is not a host that there is",
  EAI_AGAIN: "cannot be looked up at the moment",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  UND_ERR_CONNECT_TIMEOUT: "does not answer",
  CERT_HAS_EXPIRED: "has a certificate that has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "has a certificate that nobody vouches for",
  SELF_SIGNED_CERT_IN_CHAIN: "has a certificate that nobody vouches for",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "has a certificate that nobody vouches for",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another name",
};

/** What became of a request that `fetch` failed with. `isUnsent`: it certainly reached nobody. */
export function failureOf(error: unknown, platform: string): { readonly reason: string; readonly isUnsent: boolean } {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    const words = code === undefined ? undefined : WORDS[code];
    if (words !== undefined) return { reason: `${platform} ${words} (${code})`, isUnsent: true };
    // Ours, in words for people.
    if (/^(No answer within|The answer is longer)/.test(at.message))
      return { reason: `${platform}: ${at.message.charAt(0).toLowerCase()}${at.message.slice(1)}`, isUnsent: false };
    if (at instanceof SyntaxError) return { reason: `${platform} answered what is no JSON`, isUnsent: false };
  }
  return { reason: `The connection to ${platform} was cut before an answer came`, isUnsent: false };
}
