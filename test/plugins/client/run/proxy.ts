import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What happens to a request on its way: undefined to pass it on unchanged. */
export type Interference = (incoming: IncomingMessage, answer: ServerResponse, pass: () => void) => unknown;

/** A proxy before a gateway that can lose requests and responses, as a network does. */
export async function serveProxy(target: string, interfere: Interference) {
  let requests = 0;
  let bytes = 0;
  const keys: (string | undefined)[] = [];
  const server = createServer((incoming, answer) => {
    requests++;
    keys.push(incoming.headers["idempotency-key"] as string | undefined);
    const pass = () => {
      const { method, headers, url = "/" } = incoming;
      const onward = request(new URL(url, target), { method, headers: { ...headers, host: new URL(target).host } });
      onward.on("response", (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.on("data", (chunk: Buffer) => (bytes += chunk.length)).pipe(answer);
      });
      onward.on("error", () => answer.destroy());
      answer.on("close", () => onward.destroy());
      incoming.pipe(onward);
    };
    if (interfere(incoming, answer, pass) === undefined) pass();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    /** Bytes of responses that have passed. */
    bytes: () => bytes,
    keys,
    /** Cuts all connections. */
    cut: () => server.closeAllConnections(),
  };
}
