import { isIP } from "node:net";
import type { Admission, NodeListener } from "@postern/core/server";
import { type Listener, listen } from "listhen";
import type { Certificate } from "../certificate.ts";
import { Exit, Refusal } from "../exit.ts";

export interface DevListener {
  /** Where this machine reaches it, without a slash at its end. */
  readonly url: string;
  /** The certificate that it shows, as PEM text; undefined over plain HTTP. */
  readonly certificate: string | undefined;
  /** Whom the gateway answers: all names that it is reached by. */
  readonly admission: Admission;
  /** Prints where it is reached, with a QR code of the first network address where one is asked for. */
  show(qr: boolean): Promise<void>;
  /** Accepts nothing more, and waits up to two seconds for what is under way. */
  close(): Promise<void>;
}

interface ListenerOptions {
  port: number;
  host: string;
  /** A certificate, or true for one that is made for this run. */
  https: Certificate | boolean;
  /** Further names that it is called by. */
  hosts: readonly string[];
}

const ANY = ["0.0.0.0", "::"];
/** Days that a certificate of its own is valid. */
const VALIDITY = 30;
const GRACE = 2_000;

export async function openListener(
  handle: NodeListener,
  { port, host, https, hosts }: ListenerOptions,
): Promise<DevListener> {
  const hostname = host === "localhost" ? "127.0.0.1" : host.replace(/^\[(.*)\]$/, "$1");
  const names = ["localhost", "127.0.0.1", "::1", ...hosts.map((name) => name.replace(/:\d+$/, ""))];
  const listener = await listen(handle, {
    // Without these it would take another port where this one is taken.
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
    const reason = "the port is taken or not permitted, or this machine has no such address";
    throw new Refusal(`Cannot listen on ${host} port ${port}: ${reason}. Choose another with --port`, Exit.failed);
  });
  const bound = listener.address.port;
  if (port !== 0 && bound !== port) {
    await listener.close();
    throw new Refusal(`Browsers refuse port ${port}; choose another with --port`, Exit.failed);
  }
  return {
    url: urlOf(listener, hostname),
    certificate: listener.https ? listener.https.cert : undefined,
    admission: {
      hosts: [...new Set([...names.flatMap((name) => at(name, bound)), ...hosts, ...(await shown(listener))])],
    },
    show: (qr) => listener.showURL({ qr }),
    async close() {
      const timer = setTimeout(() => listener.server.closeAllConnections(), GRACE);
      await listener.close();
      clearTimeout(timer);
    },
  };
}

/** Hosts of the addresses that are printed. */
async function shown(listener: Listener): Promise<string[]> {
  return (await listener.getURLs()).map(({ url }) => new URL(url).host);
}

function urlOf({ https, address: { port } }: Listener, hostname: string): string {
  const reached = hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "::" ? "::1" : hostname;
  return `${https ? "https" : "http"}://${bracketed(reached)}:${port}`;
}

const at = (name: string, port: number): string[] => [`${bracketed(name)}:${port}`];
const bracketed = (name: string): string => (isIP(name) === 6 ? `[${name}]` : name);
