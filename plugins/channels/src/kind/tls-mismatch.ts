import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type HostRule, lookupOf } from "@postern/kit/outbound";
import { addressesOf } from "./addresses.ts";

/** How long a server may take to answer, in milliseconds. */
const PATIENCE = 3_000;
const ALERT = 0x15;
const HANDSHAKE = 0x16;
const MAJOR_VERSION = 3;

/** Whether the first data of a server is TLS. */
const isTlsRecord = (data: Uint8Array): boolean =>
  (data[0] === ALERT || data[0] === HANDSHAKE) && data[1] === MAJOR_VERSION;

interface Server {
  readonly host: string;
  readonly port: number;
  readonly to?: HostRule;
}

/** Whether a server answers `hello` without TLS. Some wait for more data of a TLS handshake instead of refusing it. */
export async function answersPlainly(server: Server, hello: string, signal: AbortSignal): Promise<boolean> {
  const { host, port } = server;
  const addresses = await addressesOf(server, false).catch(() => undefined);
  if (!addresses || signal.aborted) return false;
  const socket = connect({ host, port, lookup: lookupOf(addresses) });
  socket.once("connect", () => socket.write(hello));
  return outcome(socket, signal, (end) => socket.once("data", (data) => end(!isTlsRecord(data))));
}

/** Whether a server completes a TLS handshake, with any certificate. Nothing else is sent. */
export async function speaksTls(server: Server, signal: AbortSignal): Promise<boolean> {
  const { host, port } = server;
  const addresses = await addressesOf(server, true).catch(() => undefined);
  if (!addresses || signal.aborted) return false;
  const socket = connectTls({ host, port, rejectUnauthorized: false, lookup: lookupOf(addresses) });
  return outcome(socket, signal, (end) => socket.once("secureConnect", () => end(true)));
}

function outcome(socket: Socket, signal: AbortSignal, listen: (end: (is: boolean) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (is: boolean) => {
      clearTimeout(late);
      signal.removeEventListener("abort", stop);
      socket.destroy();
      resolve(is);
    };
    const stop = () => end(false);
    const late = setTimeout(stop, PATIENCE);
    signal.addEventListener("abort", stop, { once: true });
    listen(end);
    socket.on("error", stop).once("close", stop);
  });
}
