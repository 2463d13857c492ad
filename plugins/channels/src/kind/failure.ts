import { RequestFailed } from "@postern/core/outbound";

/** What became of a request that failed. `isUnsent`: it certainly reached nobody. */
export function failureOf(error: unknown, platform: string): { readonly reason: string; readonly isUnsent: boolean } {
  // Libraries wrap what was thrown.
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof RequestFailed) return { reason: `${platform}: ${at.message}`, isUnsent: at.isUnsent };
    if (at instanceof SyntaxError) return { reason: `${platform} answered what is no JSON`, isUnsent: false };
  }
  return { reason: `The request to ${platform} failed`, isUnsent: false };
}
