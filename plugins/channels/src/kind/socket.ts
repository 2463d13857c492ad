import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { failureOf } from "@postern/kit/outbound";
import { permanent } from "../services.ts";
import { answersPlainly } from "./tls-mismatch.ts";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The name that the certificate must have. By default, the host. */
  readonly name?: string;
  /** Certificates (PEM) to trust instead of the system's. */
  readonly ca?: string;
}

const CONNECT_TIMEOUT = 15_000;
/** Milliseconds without a TLS handshake after which the server is asked without TLS. */
const PROBE_AFTER = 1_500;

const localNetworks = new BlockList();
for (const [net, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  localNetworks.addSubnet(net, bits, "ipv4");
localNetworks.addAddress("::1", "ipv6");
localNetworks.addSubnet("fc00::", 7, "ipv6");
localNetworks.addSubnet("fe80::", 10, "ipv6");

const isLocal = (address: string) => localNetworks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Connects without encryption. `anywhere` allows hosts outside this machine and its network; use it only if the user
 * allows that or TLS starts later. `else` tells the user what to do if the host is not allowed.
 */
export async function connectPlain(
  { host, port }: Endpoint,
  { anywhere, signal, else: remedy }: { anywhere: boolean; signal: AbortSignal; else: string },
): Promise<Socket> {
  const addresses = await addressesOf(host);
  if (!anywhere && !addresses.every(({ address }) => isLocal(address))) {
    throw permanent(`${host} is outside this machine and its network: ${remedy}`);
  }
  // Connects to the addresses that were checked: the name may resolve differently later.
  const found: LookupFunction = (_host, { all }, answer) => {
    if (all) answer(null, addresses);
    else answer(null, addresses[0]?.address ?? host, addresses[0]?.family);
  };
  return whenOpen(connectTcp({ host, port, lookup: found }), "connect", host, signal);
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
  const socket = connectTls({ host, port, ...trust(endpoint) });
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

async function addressesOf(host: string): Promise<LookupAddress[]> {
  try {
    return await lookup(host, { all: true });
  } catch (error) {
    throw readableError(error, host);
  }
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

const UNTRUSTED = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/** The error with a readable message, `permanent` if the user has to change something first. */
function readableError(error: unknown, host: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error as Error;
  const { message } = failureOf(error, host);
  if (UNTRUSTED.has(code)) return permanent(`${message}. Set ca to the certificate of the signing authority.`);
  return code === "ENOTFOUND" || code === "ERR_TLS_CERT_ALTNAME_INVALID"
    ? permanent(message)
    : new Error(message, { cause: error });
}
