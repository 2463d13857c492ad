import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

/** A request that the receiver got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The CloudEvent in the body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on events of any type
  readonly event: any;
}
type Respond = (request: Received, response: ServerResponse) => unknown;

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url);
export const certificate = fixture("certificate.pem");
/** A self-signed certificate for 127.0.0.1. */
export const certified = { key: readFileSync(fixture("key.pem")), cert: readFileSync(certificate) };

/** A server that receives webhooks: it records requests and responds as configured, 204 by default. */
export async function startReceiver(
  respond: Respond = (_request, response) => response.writeHead(204).end(),
  tls?: typeof certified,
) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const note = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body, event: JSON.parse(body) };
    received.push(one);
    state.respond(one, response);
  };
  const server = tls ? createSecureServer(tls, note) : createServer(note);
  const state = { respond };
  server.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    sockets,
    port,
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/events`,
    answerWith(next: Respond | number, headers: Record<string, string> = {}) {
      state.respond = typeof next === "number" ? (_, response) => response.writeHead(next, headers).end() : next;
    },
    /** Waits until `count` requests have arrived. */
    async got(count: number): Promise<readonly Received[]> {
      await until(() => {
        if (received.length < count) throw new Error(`${received.length} of ${count} requests have come`);
      });
      return received;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Verifies a request by the rules of Standard Webhooks: one valid signature is enough. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return String(signatures)
    .split(" ")
    .some((one) => {
      const [version, text = ""] = one.split(",");
      const given = Buffer.from(text, "base64");
      return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
