import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { request as secureRequest } from "node:https";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ConnectionOptions } from "node:tls";
import { Unreachable } from "./exit.ts";

/** A gateway's response. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A connection to a gateway: over HTTP to a running gateway, otherwise to one in this process. */
export interface Connection extends Channel {
  /** The message for a key that the gateway does not accept: which key it was, and what to do. */
  refusedKey(): Promise<string>;
  /**
   * Connects again to the gateway, which may have started again at another address. Throws `Unreachable` if none is
   * running. Missing for a gateway in this process, which does no work in the background.
   */
  renew?(): Channel;
}

/** How requests reach a gateway. */
export interface Channel {
  send(
    path: string,
    request: { body: string; headers: Readonly<Record<string, string>>; signal?: AbortSignal },
  ): Promise<Reply>;
  /** Sends a body as it is read, and returns the response as it arrives. */
  stream(
    path: string,
    body: Readable,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Streamed>;
  close(): Promise<void>;
}

/** A response in chunks. They end with an error if the connection does. */
export interface Streamed {
  readonly status: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Connects over HTTP with headers of its own, with Node's client because loading `fetch` takes longer than a call. Redirects are not followed:
 * they could leak the key.
 */
export function remote(base: string, own: Readonly<Record<string, string>>, trust: ConnectionOptions = {}): Channel {
  function answerTo(
    path: string,
    { headers, signal }: { headers: object; signal?: AbortSignal | undefined },
    send: (call: ClientRequest) => void,
  ): Promise<IncomingMessage> {
    const url = new URL(base + path);
    return new Promise<IncomingMessage>((resolve, reject) => {
      const options = { ...trust, method: "POST", headers: { ...headers, ...own }, ...(signal && { signal }) };
      send((url.protocol === "https:" ? secureRequest : request)(url, options, resolve).on("error", reject));
    }).catch((error: NodeJS.ErrnoException) => {
      throw new Unreachable(`Cannot connect to the gateway at ${base}: ${reasonOf(error)}`);
    });
  }
  /** The whole body. A gateway that is killed ends it early. */
  const textOf = (response: IncomingMessage): Promise<string> =>
    text(response).catch((error: NodeJS.ErrnoException) => {
      throw new Unreachable(`The gateway at ${base} ended the connection early: ${reasonOf(error)}`);
    });
  return {
    async send(path, { body, headers, signal }) {
      const length = { "content-length": Buffer.byteLength(body) };
      const response = await answerTo(path, { headers: { ...headers, ...length }, signal }, (call) => call.end(body));
      return { status: response.statusCode ?? 0, text: await textOf(response) };
    },
    async stream(path, body, headers, signal) {
      const chunks = await answerTo(path, { headers, signal }, (call) => {
        body.once("error", (error) => call.destroy(error)).pipe(call);
        // What is read after a refusal would wait for a connection that nobody reads.
        call.once("close", () => body.unpipe(call).pause());
      });
      return { status: chunks.statusCode ?? 0, chunks };
    },
    close: async () => {},
  };
}

/** System error codes are well known; TLS errors need their message. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined || /CERT|SSL|TLS|SIGNED|SIGNATURE/.test(code) ? message : code;
}
