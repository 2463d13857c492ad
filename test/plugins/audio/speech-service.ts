import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

/** A request as received by the service. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its bodies
  readonly body: any;
}
type Respond = (heard: Heard, response: ServerResponse) => unknown;

/** Bytes with the signature of an MPEG file. */
export const MPEG = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(3_000, 7)]);
export const speaks: Respond = (_, response) => response.writeHead(200, { "content-type": "audio/mpeg" }).end(MPEG);
export const refuses =
  (status: number, headers: Record<string, string> = {}, body: object = { detail: { message: "no" } }): Respond =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** A local imitation of the voice provider. It records requests and answers as a test defines. */
export async function startService(first: Respond = speaks) {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const state = { respond: first };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "/", "http://localhost");
    const one = {
      method: request.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    heard.push(one);
    state.respond(one, response);
  });
  server.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    url: `http://127.0.0.1:${port}`,
    close,
    answerWith(respond: Respond) {
      state.respond = respond;
    },
    async got(count: number) {
      await until(() => {
        if (heard.length < count) throw new Error(`${heard.length} of ${count} requests have come`);
      });
      return heard;
    },
  };
}
