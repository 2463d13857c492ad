import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyTooLarge, InvalidRequest } from "../define/errors.ts";

/** A request as the gateway reads it, whichever door it came through. */
export interface Incoming {
  readonly method: string;
  /** As it was sent: neither decoded nor normalised, without the query. */
  readonly path: string;
  /** The host that the client asked for. */
  readonly host: string;
  header(name: string): string | undefined;
  /** The whole body, or `gateway.body_too_large` before more than `limit` bytes of it are kept. */
  read(limit: number): Promise<Buffer>;
  /** Aborts when the client has gone. Made when asked for: few operations ask. */
  signal(): AbortSignal;
  /** The same as a web request, for what is no operation. */
  request(): Request;
}

type Message = IncomingMessage & { rawBody?: unknown };

interface NodeBacked {
  runtime?: { node?: { req?: Message; res?: ServerResponse } };
}

/** A web request as the gateway reads it; one that srvx made of a message of Node's is read as that message. */
export function incomingOf(request: Request): Incoming {
  const node = (request as NodeBacked).runtime?.node;
  return node?.req && node.res ? incomingOfNode(node.req, node.res, () => request) : fromWeb(request);
}

/**
 * Behind Node's server the message itself is read: two thirds of the requests a second would be lost to the web stream,
 * and `text()` replaces bytes that are not UTF-8 without a word.
 */
export function incomingOfNode(node: Message, response: ServerResponse, request: () => Request): Incoming {
  const { headers } = node;
  return {
    method: node.method ?? "GET",
    path: pathIn(node.url ?? "/"),
    host: headers.host ?? "",
    request,
    signal() {
      const controller = new AbortController();
      if (response.destroyed) controller.abort();
      else response.once("close", () => controller.abort());
      return controller.signal;
    },
    header(name) {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    read(limit) {
      if (Number(headers["content-length"] ?? 0) > limit) throw BodyTooLarge({ limit });
      // A host application may have read the body before us.
      if (node.rawBody instanceof Uint8Array) return Promise.resolve(whole([node.rawBody], limit));
      return readMessage(node, limit);
    },
  };
}

function fromWeb(request: Request): Incoming {
  const { headers } = request;
  return {
    method: request.method,
    path: pathIn(request.url.slice(request.url.indexOf("/", request.url.indexOf("//") + 2))),
    host: headers.get("host") ?? new URL(request.url).host,
    request: () => request,
    signal: () => request.signal,
    header: (name) => headers.get(name) ?? undefined,
    async read(limit) {
      if (Number(headers.get("content-length") ?? 0) > limit) throw BodyTooLarge({ limit });
      return whole(await chunksOf(request, limit), limit);
    },
  };
}

async function chunksOf({ body }: Request, limit: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  // A body that fails is one whose client has gone: that is no fault of ours.
  const next = () => reader?.read().catch(() => Promise.reject(gone()));
  for (let one = await next(); one && !one.done; one = await next()) {
    size += one.value.byteLength;
    if (size > limit) {
      await reader?.cancel().catch(() => {});
      throw BodyTooLarge({ limit });
    }
    chunks.push(one.value);
  }
  return chunks;
}

function pathIn(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

const gone = () => InvalidRequest({ reason: "The body ended before it was complete" });

function readMessage(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // A client that left before has told so before, and would never be heard of again.
    if (message.destroyed && !message.readableEnded) return reject(gone());
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) settle(() => reject(BodyTooLarge({ limit })));
      else chunks.push(chunk);
    };
    const onEnd = () => {
      const body = whole(chunks, limit);
      settle(() => together(() => resolve(body)));
    };
    const onGone = () => settle(() => reject(gone()));
    function settle(how: () => void) {
      message.off("data", onData).off("end", onEnd).off("close", onGone).off("error", onGone);
      how();
    }
    message.on("data", onData).on("end", onEnd).on("close", onGone).on("error", onGone);
  });
}

/** One chunk is the usual case, and needs no copy. */
function whole(chunks: readonly Uint8Array[], limit: number): Buffer {
  const [first] = chunks;
  if (first === undefined) return Buffer.alloc(0);
  const bytes =
    chunks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(chunks);
  if (bytes.length > limit) throw BodyTooLarge({ limit });
  return bytes;
}

const due: (() => void)[] = [];

/**
 * Runs what is due in one go, once the event loop has taken in all that came. Between two requests that are read, worked
 * on and answered one by one stands a system call each, which leaves the processor cold for the next: worked on together
 * they take little more than half of the time.
 */
export function together(work: () => void): void {
  if (due.push(work) > 1) return;
  setImmediate(() => {
    for (const one of due.splice(0)) one();
  });
}
