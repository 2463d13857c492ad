import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { ServerRequest } from "srvx";
import { localHosts } from "./address.ts";
import type { Admission, Servable } from "./servable.ts";
import { type NodeListener, serve } from "./serve.ts";

export type { Admission, NodeListener, Servable };

/**
 * A request handler for node:http, express and their like, HTTP/1.1 only. It must stand before whatever reads bodies.
 * Timeouts and bounds are those of the host application, which also starts and stops the gateway. Without `hosts` it
 * answers only where it is called by a name of this machine at the port that the request came in by. Event streams end
 * when the server closes, so it does not matter which of the two is stopped first.
 */
export function toNodeHandler(gateway: Servable, options: Admission = {}): NodeListener {
  if (options.hosts) return serve(gateway, options, { onStream: endWithServer });
  const byAddress = new Map<string, NodeListener>();
  return (req, res) => {
    const port = req.socket.localPort ?? 0;
    const scheme = req.socket instanceof TLSSocket ? "https" : "http";
    const address = `${scheme}:${port}`;
    let answer = byAddress.get(address);
    if (!answer) {
      const hosts = localHosts(port, scheme);
      const origins = [...hosts.map((name) => `${scheme}://${name}`), ...(options.origins ?? [])];
      answer = serve(gateway, { ...options, hosts, origins }, { onStream: endWithServer });
      byAddress.set(address, answer);
    }
    answer(req, res);
  };
}

/**
 * The message of Node's that a request came as, where it came through node:http: host applications keep there whom they
 * have signed in (`message.session`, `message.user`). For `authenticate`.
 */
export function messageOf(request: Request): IncomingMessage | undefined {
  return (request as ServerRequest).runtime?.node?.req as IncomingMessage | undefined;
}

/** How often it is looked whether the server is closing, in milliseconds. */
const LOOK = 250;

/** An event stream has no end of its own: a server that waits for its connections to end would wait for ever. */
function endWithServer(res: ServerResponse): void {
  const { server } = res.req.socket as Socket & { server?: Server };
  if (!server?.listening) return;
  const timer = setInterval(() => server.listening || res.end(), LOOK).unref();
  res.once("close", () => clearInterval(timer));
}
