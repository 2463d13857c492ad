import { type IncomingMessage, request } from "node:http";
import { request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import type { ConnectionOptions } from "node:tls";
import { Exit, Refusal } from "./exit.ts";

/** A gateway's response. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A connection to a gateway: over HTTP to a running gateway, otherwise to one in this process. */
export interface Connection extends Channel {
  /** The message for a key that the gateway does not accept: which key it was, and what to do. */
  readonly refusedKey: string;
}

/** How requests reach a gateway. */
export interface Channel {
  send(path: string, request: { body: string; headers: Readonly<Record<string, string>> }): Promise<Reply>;
  close(): Promise<void>;
}

/**
 * Connects over HTTP, with Node's client because loading `fetch` takes longer than a call. Redirects are not followed:
 * they could leak the key.
 */
export function remote(base: string, authorization: string, trust: ConnectionOptions = {}): Channel {
  return {
    async send(path, { body, headers }) {
      const url = new URL(base + path);
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = {
          ...trust,
          method: "POST",
          headers: { ...headers, authorization, "content-length": Buffer.byteLength(body) },
        };
        (url.protocol === "https:" ? secureRequest : request)(url, options, resolve).on("error", reject).end(body);
      }).catch((error: NodeJS.ErrnoException) => {
        throw new Refusal(`Cannot connect to the gateway at ${base}: ${reasonOf(error)}`, Exit.failed);
      });
      return { status: response.statusCode ?? 0, text: await text(response) };
    },
    close: async () => {},
  };
}

/** System error codes are well known; TLS errors need their message. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined || /CERT|SSL|TLS|SIGNED|SIGNATURE/.test(code) ? message : code;
}
