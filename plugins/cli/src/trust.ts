import { X509Certificate } from "node:crypto";
import type { ConnectionOptions } from "node:tls";
import { runningGateways } from "./running.ts";

/**
 * How the certificate of a gateway is verified. A gateway of the data folder recorded its certificate there and must
 * present exactly that one, under any name of this machine. Others are verified with the default certificates.
 */
export function trustFor(url: string, data: string): ConnectionOptions {
  const certificate = runningGateways(data).find((running) => isSame(url, running.url))?.certificate;
  if (certificate === undefined) return {};
  const own = new X509Certificate(certificate);
  return {
    ca: certificate,
    // Accepts a certificate without the certificate of its issuer.
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, presented) =>
      presented.raw.equals(own.raw) ? undefined : new Error("its certificate is not the certificate of the gateway"),
  };
}

function isSame(url: string, recorded: string): boolean {
  return url === recorded || (isLocal(url) && isLocal(recorded) && new URL(url).port === new URL(recorded).port);
}

/** Whether an address names this machine. */
export const isLocal = (url: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
