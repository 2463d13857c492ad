import { Readable } from "node:stream";
import { parsed } from "../commands/call.ts";
import { Unreachable } from "../exit.ts";
import type { Channel, Streamed } from "../remote.ts";
import { createServerSentReader } from "../server-sent.ts";
import { errorFor, headersOf, type Message } from "./message.ts";

interface Setting {
  /** Connects to the gateway, which may have started again at another address. Throws `Unreachable` if none is running. */
  connect(): Channel;
  /** `/mcp` with the options of the client. */
  readonly path: string;
  /** Writes one message to the client. */
  write(line: string): void;
}

/** Passes the messages of one client to a gateway, each in a request of its own, and the answers back. */
export function createProxy({ connect, path, write }: Setting) {
  let channel = connect();
  let negotiated: string | undefined;
  const open = new Map<string | number, { readonly method: string; readonly controller: AbortController }>();
  const work = new Set<Promise<void>>();

  async function send(line: string, message: Message, signal: AbortSignal): Promise<Streamed> {
    const headers = { ...headersOf(message, negotiated), "content-length": String(Buffer.byteLength(line)) };
    try {
      return await channel.stream(path, Readable.from([line]), headers, signal);
    } catch (error) {
      if (!(error instanceof Unreachable) || signal.aborted) throw error;
      channel = connect();
      return channel.stream(path, Readable.from([line]), headers, signal);
    }
  }

  async function request(line: string, message: Message, controller: AbortController): Promise<void> {
    const { id } = message;
    try {
      const { status, chunks } = await send(line, message, controller.signal);
      await forward(chunks, status, message);
    } catch (error) {
      if (id !== undefined && !controller.signal.aborted) write(errorFor(id, (error as Error).message));
    } finally {
      if (id !== undefined) open.delete(id);
    }
  }

  /** Writes the messages of an answer: a JSON text, or server-sent events as they arrive. */
  async function forward(chunks: Streamed["chunks"], status: number, { id, method }: Message): Promise<void> {
    const read = createServerSentReader(
      ({ data }) => pass(data, method),
      () => {},
    );
    const decoder = new TextDecoder();
    let whole: string[] | undefined;
    for await (const chunk of chunks) {
      const piece = decoder.decode(chunk, { stream: true });
      whole ??= status !== 200 || piece.trimStart().startsWith("{") ? [] : undefined;
      if (whole) whole.push(piece);
      else read(piece);
    }
    if (!whole || id === undefined) return;
    const answer = whole.join("");
    const body = parsed(answer);
    if (body?.jsonrpc === "2.0") pass(JSON.stringify(body), method);
    else write(errorFor(id, messageOf(body, status), body));
  }

  function pass(line: string, method: string | undefined): void {
    if (method === "initialize") {
      const { result } = (parsed(line) ?? {}) as { result?: { protocolVersion?: string } };
      negotiated = result?.protocolVersion ?? negotiated;
    }
    write(line);
  }

  function receive(line: string): void {
    const message = parsed(line) as Message | undefined;
    if (message === undefined) {
      write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The line is not a JSON object"}}');
      return;
    }
    const { id, method, params } = message;
    // The client cancels by ending its request.
    if (method === "notifications/cancelled") {
      open.get(params?.requestId as string | number)?.controller.abort();
      return;
    }
    if (method === undefined) return;
    const controller = new AbortController();
    if (id !== undefined) open.set(id, { method, controller });
    const done = request(line, message, controller).finally(() => work.delete(done));
    work.add(done);
  }

  return {
    receive,
    /** Ends what has no end of its own, and resolves when all else is answered. */
    async end(): Promise<void> {
      for (const { method, controller } of open.values()) if (method === "subscriptions/listen") controller.abort();
      await Promise.all(work);
    },
  };
}

function messageOf(body: Readonly<Record<string, unknown>> | undefined, status: number): string {
  const { message, code } = body ?? {};
  return typeof message === "string" ? `${code}: ${message}` : `The gateway answered with status ${status}`;
}
