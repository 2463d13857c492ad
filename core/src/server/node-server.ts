import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { GatewayError } from "../define/error.ts";
import { InvalidRequest } from "../define/errors.ts";
import type { Connections } from "./connections.ts";
import { HeadersTooLarge, RequestTimeout, rawProblem } from "./problem.ts";
import type { NodeHandler } from "./serve.ts";

/** In milliseconds. */
export interface ServerLimits {
  /** For receiving the headers of a request. Default: 10,000. */
  headerTimeout: number;
  /**
   * For receiving a request to the end of its body, unless its answer has begun before, and for clients that do not read
   * the answer. Default: 30,000.
   */
  bodyTimeout: number;
  /** Between two requests on a connection. Default: 60,000. */
  idleTimeout: number;
}

/** PEM texts. `cert` starts with the certificate, followed by its chain. */
export interface TlsFiles {
  cert: string | Buffer;
  key: string | Buffer;
}

const MAX_HEADER_BYTES = 16 * 1024;

/** A server of node:http or node:https with strict parsing and timeouts. */
export function createNodeServer(
  connections: Connections,
  handle: NodeHandler,
  limits: ServerLimits,
  tls?: TlsFiles,
): Server {
  const { headerTimeout, bodyTimeout, idleTimeout } = limits;
  const look = Math.min(1_000, Math.ceil(Math.min(headerTimeout, bodyTimeout) / 4));
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    // The gateway itself answers a missing Host header with a problem document.
    requireHostHeader: false,
    // Node checks timeouts once per interval, so they are shortened by it.
    connectionsCheckingInterval: look,
    headersTimeout: Math.min(headerTimeout, bodyTimeout) - look,
    // Node's own limit would also end a request that is answered while it arrives.
    requestTimeout: 0,
    keepAliveTimeout: idleTimeout,
  };
  const server = tls
    ? withTls(() =>
        createSecureServer({ ...options, cert: tls.cert, key: tls.key, handshakeTimeout: headerTimeout }, handle),
      )
    : createServer(options, handle);
  // Node would silently truncate the list of headers.
  server.maxHeadersCount = 0;
  server.timeout = bodyTimeout;
  // Node would cut requests that are on their way when the server closes; `connections` closes idle ones.
  server.closeIdleConnections = () => {};
  // A failed accept loses one client. Without a listener it would be an uncaught exception.
  server.on("error", () => {});
  // Node applies its timeouts and parser to the decrypted connection.
  server.on(tls ? "secureConnection" : "connection", connections.take);
  server.on("checkExpectation", handle);
  server.on("timeout", (socket) => {
    if (connections.isStuck(socket)) socket.destroy();
  });
  const checking = setInterval(() => connections.failLate(bodyTimeout - look), look).unref();
  server.once("close", () => clearInterval(checking));
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    // A client that opened the connection in advance would take the 408 for the answer to a request that it sends now.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (stream as Socket).bytesRead === 0) stream.destroy();
    else connections.fail(stream as Socket, rawProblem(problemOf(error.code)));
  });
  server.on("connect", (_req, stream) => {
    // Node no longer reads this connection. Without a reader its end would go unnoticed.
    connections.fail(stream.resume() as Socket, rawProblem(InvalidRequest({ reason: "This gateway is not a proxy" })));
  });
  return server;
}

/** OpenSSL's message does not say that the certificate is the problem. */
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
  return InvalidRequest({ reason: "The received data is not HTTP/1.1" });
}
