import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { GatewayError } from "../define/error.ts";
import { InvalidRequest } from "../define/errors.ts";
import type { Connections } from "./connections.ts";
import { HeadersTooLarge, RequestTimeout, rawProblem } from "./problem.ts";
import type { NodeListener } from "./serve.ts";

/** Milliseconds. */
export interface ServerLimits {
  /** Until the headers of a request are there. Default 10,000. */
  headerTimeout: number;
  /** From a request's first byte to the last of its body, and for a client that does not read. Default 30,000. */
  bodyTimeout: number;
  /** Until the next request on a connection. Default 60,000. */
  idleTimeout: number;
}

/** PEM texts: the certificate first, and after it those that it is signed with. */
export interface TlsFiles {
  cert: string | Buffer;
  key: string | Buffer;
}

const MOST_HEADER_BYTES = 16 * 1024;

/** A server of node:http, or of node:https, that is strict about what it reads and patient with nobody. */
export function createNodeServer(
  connections: Connections,
  handle: NodeListener,
  limits: ServerLimits,
  tls?: TlsFiles,
): Server {
  const { headerTimeout, bodyTimeout, idleTimeout } = limits;
  const look = Math.min(1_000, Math.ceil(Math.min(headerTimeout, bodyTimeout) / 4));
  const options = {
    maxHeaderSize: MOST_HEADER_BYTES,
    insecureHTTPParser: false,
    // The gateway answers a missing Host itself, as a problem.
    requireHostHeader: false,
    // Node looks at its clocks once an interval, so a timeout is told that much shorter to be kept.
    connectionsCheckingInterval: look,
    headersTimeout: Math.min(headerTimeout, bodyTimeout) - look,
    requestTimeout: bodyTimeout - look,
    keepAliveTimeout: idleTimeout,
  };
  const server = tls
    ? withTls(() =>
        createSecureServer({ ...options, cert: tls.cert, key: tls.key, handshakeTimeout: headerTimeout }, handle),
      )
    : createServer(options, handle);
  // Node would cut the list of headers short and tell nobody.
  server.maxHeadersCount = 0;
  server.timeout = bodyTimeout;
  // A failed accept is one client lost, and unheard it would be an uncaught exception.
  server.on("error", () => {});
  // Node keeps its clocks and its parser on what was decrypted.
  server.on(tls ? "secureConnection" : "connection", connections.take);
  server.on("checkExpectation", handle);
  server.on("timeout", (socket) => {
    if (connections.isStuck(socket)) socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    connections.fail(stream as Socket, rawProblem(problemOf(error.code)));
  });
  server.on("connect", (_req, stream) => {
    // Node no longer reads this connection, and unread it would never be seen to end.
    connections.fail(stream.resume() as Socket, rawProblem(InvalidRequest({ reason: "This gateway is no proxy" })));
  });
  return server;
}

/** OpenSSL says what does not fit, but not that it is about the certificate. */
function withTls(create: () => Server): Server {
  try {
    return create();
  } catch (cause) {
    throw new Error(`Cannot use this certificate and key for TLS: ${(cause as Error).message}`, { cause });
  }
}

function problemOf(code = ""): GatewayError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return RequestTimeout({});
  if (code === "HPE_HEADER_OVERFLOW") return HeadersTooLarge({});
  return InvalidRequest({ reason: "The bytes that came are not HTTP/1.1" });
}
