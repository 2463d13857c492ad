import { createServer as createHttpServer, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** Listens on a free port until the end of the test. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A way to the server that breaks the first connections after this number of bytes of answers. */
export async function breakingProxy(port: number, breaks: number, afterBytes: number) {
  let connections = 0;
  const server = createServer((near) => {
    const isBroken = ++connections <= breaks;
    const far = connect(port, "127.0.0.1");
    let passed = 0;
    near.on("error", () => far.destroy()).pipe(far);
    far.on("error", () => near.destroy());
    far.on("data", (chunk: Buffer) => {
      near.write(chunk);
      passed += chunk.length;
      if (isBroken && passed > afterBytes) near.destroy();
    });
    far.on("end", () => near.end());
    near.on("close", () => far.destroy());
  });
  return { port: await listening(server), connections: () => connections };
}

/** A way to the server that answers the first requests itself, with this status. */
export async function answeringProxy(port: number, answers: number, status: number) {
  let requests = 0;
  const server = createHttpServer((near, reply) => {
    if (++requests <= answers) {
      near.resume();
      reply.writeHead(status).end("<Error><Code>SlowDown</Code></Error>");
      return;
    }
    const { method = "GET", url, headers } = near;
    const far = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    near.pipe(far);
  });
  return { port: await listening(server), requests: () => requests };
}

/** A server that accepts connections and never answers. */
export async function silentServer(): Promise<number> {
  const open = new Set<{ destroy(): void }>();
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
  });
  return listening(createServer((socket) => open.add(socket.on("error", () => {}))));
}

/** A web server that is not an S3 server: every path has this status and page. */
export const webServer = (status: number): Promise<number> =>
  listening(createHttpServer((_, reply) => reply.writeHead(status, { "content-type": "text/html" }).end("<p>Hello")));
