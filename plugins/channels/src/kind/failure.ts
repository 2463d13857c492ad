import { RequestFailed } from "@postern/kit/outbound";

/** Describes a failed request. `isUnsent`: the request certainly did not reach the platform. */
export function failureOf(error: unknown, platform: string): { readonly reason: string; readonly isUnsent: boolean } {
  // Libraries wrap the original error.
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof RequestFailed) return { reason: `${platform}: ${at.message}`, isUnsent: at.isUnsent };
    if (at instanceof SyntaxError) return { reason: `${platform} did not answer with valid JSON`, isUnsent: false };
  }
  return { reason: `The request to ${platform} failed`, isUnsent: false };
}
