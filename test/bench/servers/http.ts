import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Server } from "node:net";

const bodyLimit = 2 ** 20;

/** Reads a body of at most 1 MiB as text, the way one writes it by hand; a longer one is cut off. */
export function readBody(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > bodyLimit) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () =>
    done((chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString("utf8")),
  );
}

/** Answers with JSON. */
export function answer(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

/** Listens on any free port of this machine and answers with it. */
export async function listenRaw(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return portOf(server);
}

/** The port that a server got. */
export function portOf(server: Server): number {
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server does not listen on a port");
  return address.port;
}
