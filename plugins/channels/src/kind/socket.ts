import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { type HostRule, isAllowed, lookupOf } from "@postern/kit/outbound";
import { permanent } from "../services.ts";
import { addressesOf, readableError } from "./addresses.ts";
import { answersPlainly } from "./tls-mismatch.ts";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The name that the certificate must have. By default, the host. */
  readonly name?: string;
  /** Certificates (PEM) to trust instead of the system's. */
  readonly ca?: string;
  /** The hosts that may be reached, `hosts` of the adapter's context; public ones by default. */
  readonly to?: HostRule;
}

const CONNECT_TIMEOUT = 15_000;
/** Milliseconds without a TLS handshake after which the server is asked without TLS. */
const PROBE_AFTER = 1_500;

/** This machine and private networks, including addresses that are valid only within one (link-local). */
const isLocal = (address: string) =>
  (isAllowed(address, true) && !isAllowed(address, false)) || /^(169\.254\.|fe[89ab])/i.test(address);

/**
 * Connects without encryption. `anywhere` allows hosts outside this machine and its network; use it only if the user
 * allows that or TLS starts later. `else` tells the user what to do if the host is not allowed.
 */
export async function connectPlain(
  endpoint: Endpoint,
  { anywhere, signal, else: remedy }: { anywhere: boolean; signal: AbortSignal; else: string },
): Promise<Socket> {
  const { host, port } = endpoint;
  const addresses = await addressesOf(endpoint, false);
  if (!anywhere && !addresses.every(({ address }) => isLocal(address))) {
    throw permanent(`${host} is outside this machine and its network: ${remedy}`);
  }
  return whenOpen(connectTcp({ host, port, lookup: lookupOf(addresses) }), "connect", host, signal);
}

/** What a server without TLS is asked, to tell it from one that does not answer, and what the user can do then. */
export interface WithoutTls {
  /** Harmless text in the protocol, which the server answers. */
  readonly hello: string;
  readonly else: string;
}

/** Connects with TLS and verifies the certificate. `plain` makes the error clear if the server does not use TLS. */
export async function connectSecurely(endpoint: Endpoint, signal: AbortSignal, plain?: WithoutTls): Promise<TLSSocket> {
  const { host, port } = endpoint;
  const lookup = lookupOf(await addressesOf(endpoint, true));
  const socket = connectTls({ host, port, lookup, ...trust(endpoint) });
  const opening = whenOpen(socket, "secureConnect", host, signal);
  if (!plain) return opening;
  const withoutTls = () => new Error(`${host} answered without TLS on port ${port}. ${plain.else}`);
  const probe = setTimeout(async () => {
    const isPlain = await answersPlainly(endpoint, plain.hello, signal);
    if (isPlain && !socket.authorized) socket.destroy(withoutTls());
  }, PROBE_AFTER);
  try {
    return await opening;
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw code === "ERR_SSL_WRONG_VERSION_NUMBER" ? withoutTls() : error;
  } finally {
    clearTimeout(probe);
  }
}

/** Upgrades an open connection to TLS. */
export function startTls(socket: Socket, endpoint: Endpoint, signal: AbortSignal): Promise<TLSSocket> {
  return whenOpen(connectTls({ socket, ...trust(endpoint) }), "secureConnect", endpoint.host, signal);
}

function trust({ host, name = host, ca }: Endpoint) {
  return {
    minVersion: "TLSv1.2" as const,
    ...(isIP(name) === 0 && { servername: name }),
    ...(ca !== undefined && { ca }),
    // For an upgraded connection, Node needs the host to verify a certificate for an IP address.
    ...(isIP(name) !== 0 && { host: name }),
  };
}

function whenOpen<S extends Socket>(socket: S, event: string, host: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      done();
      // A later error must not end the process: nothing else listens for it.
      socket.on("error", () => {});
      socket.destroy();
      reject(readableError(error, host));
    };
    const late = setTimeout(() => fail(new Error(`${host} did not answer`)), CONNECT_TIMEOUT);
    const stop = () => fail(new Error("The adapter is stopping"));
    const gone = () => fail(new Error(`${host} closed the connection before it was established`));
    const ready = () => {
      done();
      socket.setKeepAlive(true, 60_000);
      socket.setNoDelay(true);
      // Keeps an error before the first read from ending the process. It stays available as `errored`.
      socket.on("error", () => {});
      resolve(socket);
    };
    const done = () => {
      clearTimeout(late);
      signal.removeEventListener("abort", stop);
      socket.off("error", fail).off("close", gone).off(event, ready);
    };
    socket.once(event, ready).once("error", fail).once("close", gone);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
