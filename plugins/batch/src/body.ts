import type { IncomingMessage } from "node:http";
import { NotNdjson } from "./errors.ts";

const NDJSON = /^application\/(x-ndjson|ndjson|jsonl|x-jsonlines)[ \t]*(;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** The body of a request, in chunks that are read one by one: what is not asked for stays in the connection. */
export interface Body {
  /** The next chunk; undefined at the end. Rejects if the client has disconnected. */
  next(): Promise<Buffer | undefined>;
  /** Ends the reading. */
  stop(): void;
  /** Whether the server has stopped accepting connections. */
  isClosing(): boolean;
}

/** The body of a request with NDJSON. The platform's stream of a Node request would limit its total size. */
export function bodyOf(request: Request): Body {
  const { headers } = request;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!NDJSON.test(headers.get("content-type") ?? "") || encoding !== "identity") throw NotNdjson({});
  const { runtime } = request as { runtime?: { node?: { req?: IncomingMessage } } };
  const message = runtime?.node?.req;
  return message ? ofMessage(message) : ofWeb(request);
}

function ofMessage(message: IncomingMessage & { rawBody?: unknown }): Body {
  const { server } = message.socket as { server?: { listening?: boolean } };
  const wasListening = server?.listening === true;
  // A host application may have read the body already.
  const chunks: Buffer[] = message.rawBody instanceof Uint8Array ? [Buffer.from(message.rawBody)] : [];
  let state: "open" | "ended" | "gone" = message.readableEnded ? "ended" : message.destroyed ? "gone" : "open";
  let wake = () => {};
  const onData = (chunk: Buffer) => {
    message.pause();
    chunks.push(chunk);
    wake();
  };
  const onEnd = () => {
    state = "ended";
    wake();
  };
  const onGone = () => {
    if (state === "open") state = "gone";
    wake();
  };
  message.on("data", onData).on("end", onEnd).on("close", onGone).on("error", onGone).pause();
  return {
    async next() {
      if (chunks.length === 0 && state === "open") {
        message.resume();
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const chunk = chunks.shift();
      if (!chunk && state === "gone") throw new Error("The client has disconnected");
      return chunk;
    },
    stop() {
      message.off("data", onData).off("end", onEnd).off("close", onGone);
      state = "gone";
      wake();
    },
    isClosing: () => wasListening && server?.listening === false,
  };
}

function ofWeb({ body }: Request): Body {
  const reader = body?.getReader();
  return {
    async next() {
      const value = (await reader?.read())?.value;
      return value && Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    },
    stop: () => void reader?.cancel().catch(() => {}),
    isClosing: () => false,
  };
}
