import { isIP } from "node:net";
import type { Admission, NodeHandler } from "@postern/core/server";
import { type Listener, listen } from "listhen";
import type { Certificate } from "../certificate.ts";
import { Exit, Refusal } from "../exit.ts";

export interface DevListener {
  /** Its URL on this machine, without a trailing slash. */
  readonly url: string;
  /** Its certificate in PEM format; undefined for HTTP. */
  readonly certificate: string | undefined;
  /** The host names that the gateway accepts. */
  readonly admission: Admission;
  /** Prints its URLs, optionally with a QR code of the first network address. */
  show(qr: boolean): Promise<void>;
  /** Accepts no more connections, and waits up to two seconds for requests in progress. */
  close(): Promise<void>;
}

interface ListenerOptions {
  port: number;
  host: string;
  /** A certificate, or true to generate one for this run. */
  https: Certificate | boolean;
  /** Additional host names. */
  hosts: readonly string[];
}

const ANY = ["0.0.0.0", "::"];
/** Validity of a generated certificate, in days. */
const VALIDITY = 30;
const GRACE = 2_000;

export async function openListener(
  handle: NodeHandler,
  { port, host, https, hosts }: ListenerOptions,
): Promise<DevListener> {
  const hostname = host === "localhost" ? "127.0.0.1" : host.replace(/^\[(.*)\]$/, "$1");
  const names = ["localhost", "127.0.0.1", "::1", ...hosts.map((name) => name.replace(/:\d+$/, ""))];
  const listener = await listen(handle, {
    // Without these options it would choose another port if this one is in use.
    port:
      port === 0
        ? { port, random: true, verbose: false }
        : { port, random: false, alternativePortRange: [1, 0], verbose: false },
    hostname,
    public: ANY.includes(hostname),
    https:
      https === true
        ? { domains: [...new Set([...names, ...(ANY.includes(hostname) ? [] : [hostname])])], validityDays: VALIDITY }
        : https && { cert: https.cert, key: https.key },
    isProd: false,
    isTest: false,
    showURL: false,
    open: false,
    clipboard: false,
    autoClose: false,
    extraURLs: [],
    baseURL: "",
  }).catch((error: Error) => {
    if (error.name !== "GetPortError") throw error;
    const reason = "the port is in use or not permitted, or the address is not available on this machine";
    throw new Refusal(
      `Cannot listen on ${host} port ${port}: ${reason}. Choose another port with --port.`,
      Exit.failed,
    );
  });
  const bound = listener.address.port;
  if (port !== 0 && bound !== port) {
    await listener.close();
    throw new Refusal(`Browsers block port ${port}. Choose another port with --port.`, Exit.failed);
  }
  return {
    url: urlOf(listener, hostname),
    certificate: listener.https ? listener.https.cert : undefined,
    admission: {
      hosts: [...new Set([...names.flatMap((name) => at(name, bound)), ...hosts, ...(await printedHosts(listener))])],
    },
    show: (qr) => listener.showURL({ qr }),
    async close() {
      const timer = setTimeout(() => listener.server.closeAllConnections(), GRACE);
      await listener.close();
      clearTimeout(timer);
    },
  };
}

/** The hosts of the printed URLs. */
async function printedHosts(listener: Listener): Promise<string[]> {
  return (await listener.getURLs()).map(({ url }) => new URL(url).host);
}

function urlOf({ https, address: { port } }: Listener, hostname: string): string {
  const reached = hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "::" ? "::1" : hostname;
  return `${https ? "https" : "http"}://${bracketed(reached)}:${port}`;
}

const at = (name: string, port: number): string[] => [`${bracketed(name)}:${port}`];
const bracketed = (name: string): string => (isIP(name) === 6 ? `[${name}]` : name);
