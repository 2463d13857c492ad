import { connect, type Socket } from "node:net";
import type { Servable } from "@postern/core/server";

/** A gateway that answers each body with its length, and counts requests. */
export function echo(fetch?: (request: Request) => Response | Promise<Response>) {
  const seen: string[] = [];
  const gateway: Servable & { seen: string[]; hosts: readonly string[] } = {
    bodyLimit: 1_000,
    seen,
    hosts: [],
    handlerFrom({ hosts = [] }) {
      gateway.hosts = hosts;
      return async (incoming) => {
        const request = incoming.request();
        seen.push(new URL(request.url).pathname);
        if (fetch) return fetch(request);
        const answer = JSON.stringify({ length: (await request.text()).length });
        return new Response(answer, { headers: { "content-length": String(answer.length) } });
      };
    },
    start: async () => {},
    stop: async () => {},
  };
  return gateway;
}

/** Opens a connection and collects the received data. */
export function open(port: number, bytes = "") {
  const socket: Socket = connect(port, "127.0.0.1");
  let text = "";
  const waiting: [wanted: string | undefined, resolve: (text: string) => void][] = [];
  let closed = false;
  const settle = () => {
    for (const [wanted, resolve] of waiting.splice(0)) {
      if (closed || (wanted !== undefined && text.includes(wanted))) resolve(text);
      else waiting.push([wanted, resolve]);
    }
  };
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
    settle();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    closed = true;
    settle();
  });
  if (bytes) socket.write(bytes, "latin1");
  const wait = (wanted?: string) =>
    new Promise<string>((resolve) => {
      waiting.push([wanted, resolve]);
      settle();
    });
  return {
    socket,
    connected: new Promise<void>((resolve) => socket.once("connect", () => resolve())),
    /** The received text, when it contains this text or the connection is closed. */
    until: (wanted: string) => wait(wanted),
    /** The received text, when the other side has closed the connection. */
    closed: () => wait(),
    isClosed: () => closed,
  };
}

/** The answer to these bytes, until the other side closes the connection. */
export function exchange(port: number, bytes: string): Promise<string> {
  return open(port, bytes).closed();
}

/** A whole request with these header lines, including `Host`. */
export function post(port: number, body = "", ...lines: string[]): string {
  const head = ["POST /x HTTP/1.1", `Host: 127.0.0.1:${port}`, `Content-Length: ${body.length}`, ...lines];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Status, headers and body of the first answer in the received text. */
export function parse(text: string) {
  const [head = "", body = ""] = text.split(/\r\n\r\n([\s\S]*)/);
  const [line = "", ...lines] = head.split("\r\n");
  const headers: Record<string, string> = {};
  for (const entry of lines) {
    const [name = "", value = ""] = entry.split(": ");
    headers[name.toLowerCase()] = value;
  }
  const length = Number(headers["content-length"] ?? body.length);
  return { status: Number(line.split(" ")[1]), headers, body: body.slice(0, length) };
}

/** The first problem document in the received text. */
export function problem(text: string) {
  const { status, headers, body } = parse(text);
  return { status, headers, media: headers["content-type"], ...JSON.parse(body || "{}") };
}
