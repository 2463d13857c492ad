import type { Server } from "node:http";
import { Unavailable } from "../define/errors.ts";
import { addressOf, isLoopback, localHosts, type Scheme, urlOf, withPort } from "./address.ts";
import { bind } from "./bind.ts";
import { createConnections } from "./connections.ts";
import { createHandshakes } from "./handshakes.ts";
import { createNodeServer, type ServerLimits, type TlsFiles } from "./node-server.ts";
import { refuse } from "./problem.ts";
import type { Admission, Servable } from "./servable.ts";
import { type NodeHandler, serve } from "./serve.ts";

export type { Admission, Servable, TlsFiles };

/** Limits of a server: sizes, times and connections. */
export interface Limits extends Partial<ServerLimits> {
  /** Maximum number of connections. Above it idle ones are closed, then new ones are answered 503. Default: 2,000. */
  connections?: number;
  /** Maximum number of concurrent requests. Further ones are answered 503. Default: 1,000. */
  concurrency?: number;
}

/** Where and how a gateway listens. */
export interface ListenOptions extends Admission {
  /** Default: 4870. 0 selects any free port. */
  port?: number;
  /** Default: 127.0.0.1. A host that other machines can reach requires `public` and `hosts`. */
  host?: string;
  public?: boolean;
  /** Serves HTTPS with this certificate, and no plain HTTP. */
  tls?: TlsFiles;
  limits?: Limits;
}

/** A server that listens. */
export interface Listening {
  /** The URL of the gateway for this machine, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /**
   * Stops accepting connections, answers the requests in progress, closes idle connections and event streams
   * immediately, and destroys the rest after `grace` milliseconds (default 10,000). A second call can shorten the grace
   * period. The gateway keeps running, since it may have other servers: call its `stop()` after this.
   */
  close(options?: { grace?: number }): Promise<void>;
}

/**
 * Serves a gateway over HTTP/1.1, with TLS if `tls` is given, and starts it. The port is bound first, so that a second
 * process fails before it touches the store. Until the gateway has started, requests are answered 503 with the
 * progress. Fails, with a one-line message and nothing listening, for a host that other machines can reach without
 * `public` and `hosts`, a busy port (`EADDRINUSE`), a certificate and key that do not match, and if the gateway fails
 * to start. It handles no signals and never ends the process.
 */
export async function listen(gateway: Servable, options: ListenOptions = {}): Promise<Listening> {
  const { port = 4870, host = "127.0.0.1", tls, limits = {} } = options;
  const address = addressOf(host);
  const scheme: Scheme = tls ? "https" : "http";
  assertPermitted(address, options);
  const mostConnections = limits.connections ?? 2_000;
  const connections = createConnections(mostConnections);
  const server = createNodeServer(
    connections,
    handle,
    {
      headerTimeout: limits.headerTimeout ?? 10_000,
      bodyTimeout: limits.bodyTimeout ?? 30_000,
      idleTimeout: limits.idleTimeout ?? 60_000,
    },
    tls,
  );
  const handshakes = tls && createHandshakes(server, mostConnections);
  const streams = new Set<NodeJS.WritableStream>();
  let answer: NodeHandler = (req, res) => refuse(req, res, starting(gateway));

  function handle(...[req, res]: Parameters<NodeHandler>): void {
    if (connections.begin(req, res)) answer(req, res);
    else refuse(req, res, Unavailable({ reason: "Too many connections are open" }));
  }

  let closed: Promise<void> | undefined;
  function close({ grace = 10_000 } = {}): Promise<void> {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    closed ??= new Promise<void>((resolve) => {
      server.close(() => resolve());
      connections.drain();
      handshakes?.drain();
      // An event stream never ends by itself. Its client reconnects with the id of the last event.
      for (const stream of streams) stream.end();
    });
    return closed.finally(() => clearTimeout(timer));
  }

  const bound = await bind(server, address, port);
  try {
    await gateway.start();
    answer = serve(gateway, admissionAt(bound.port, address, scheme, options), {
      concurrency: limits.concurrency ?? 1_000,
      onStream: (res) => {
        streams.add(res);
        res.once("close", () => streams.delete(res));
      },
    });
  } catch (error) {
    await close({ grace: 0 });
    throw error;
  }
  return { url: urlOf(bound, scheme), port: bound.port, server, close };
}

const starting = ({ detail }: Servable) =>
  Unavailable({ reason: `The gateway is starting${detail ? `: ${detail}` : ""}`, state: "starting" });

/** A gateway executes commands, so access from other machines must be enabled explicitly. */
function assertPermitted(address: string, options: ListenOptions): void {
  if (isLoopback(address)) return;
  const refusal = `Refused to listen on ${address}, which other machines can reach`;
  if (!options.public) throw new Error(`${refusal}. Set \`public: true\` and \`hosts\` if this is intended.`);
  if (!options.hosts?.length)
    throw new Error(`${refusal}: \`public\` requires \`hosts\`, the host names of the gateway`);
}

function admissionAt(port: number, address: string, scheme: Scheme, options: ListenOptions): Admission {
  const { hosts = [], origins = [], trustedProxy = false } = options;
  const local = localHosts(port, scheme, address);
  return {
    hosts: [...local, ...withPort(hosts, port)],
    // The gateway's own pages call it too, with their own origin.
    origins: [...local.map((name) => `${scheme}://${name}`), ...origins],
    trustedProxy,
  };
}
