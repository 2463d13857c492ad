import { X509Certificate } from "node:crypto";
import type { ConnectionOptions } from "node:tls";
import { runningGateway } from "./running.ts";

/**
 * How TLS connections to a gateway are checked. The gateway of the data folder noted its certificate there: it has to show
 * exactly that one, under whatever name of this machine it is called. Others are checked as the system's certificates say.
 */
export function trustFor(url: string, data: string): ConnectionOptions {
  const running = runningGateway(data);
  if (running?.certificate === undefined || !isSame(url, running.url)) return {};
  const own = new X509Certificate(running.certificate);
  return {
    ca: running.certificate,
    // One that is signed by another counts too, without the one that signed it.
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, shown) =>
      shown.raw.equals(own.raw) ? undefined : new Error("it does not show the certificate of the gateway"),
  };
}

function isSame(url: string, noted: string): boolean {
  return url === noted || (isHere(url) && isHere(noted) && new URL(url).port === new URL(noted).port);
}

/** Whether an address names this machine. */
export const isHere = (url: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
