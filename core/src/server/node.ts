import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { ServerRequest } from "srvx";
import { localHosts } from "./address.ts";
import type { Admission, Servable } from "./servable.ts";
import { type NodeHandler, serve } from "./serve.ts";

export type { Admission, NodeHandler, Servable };

/**
 * A request handler for node:http, express and similar servers, HTTP/1.1 only. Install it before any body parser.
 * Timeouts and limits are those of the host application, which also starts and stops the gateway. Without `hosts` it
 * only answers requests addressed to this machine at the port they arrived on. Event streams end when the server
 * closes, so the two can be stopped in any order.
 */
export function toNodeHandler(gateway: Servable, options: Admission = {}): NodeHandler {
  if (options.hosts) return serve(gateway, options, { onStream: endWithServer });
  const byAddress = new Map<string, NodeHandler>();
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
 * The Node message of a request that arrived through node:http. Host applications store the signed-in user there
 * (`message.session`, `message.user`). For `authenticate`.
 */
export function messageOf(request: Request): IncomingMessage | undefined {
  return (request as ServerRequest).runtime?.node?.req as IncomingMessage | undefined;
}

/** How often to check whether the server is closing, in milliseconds. */
const LOOK = 250;

/** An event stream never ends by itself, so a closing server would wait for it forever. */
function endWithServer(res: ServerResponse): void {
  const { server } = res.req.socket as Socket & { server?: Server };
  if (!server?.listening) return;
  const timer = setInterval(() => server.listening || res.end(), LOOK).unref();
  res.once("close", () => clearInterval(timer));
}
