import { type IncomingMessage, request } from "node:http";
import { request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import type { ConnectionOptions } from "node:tls";
import type { Connection } from "./connection.ts";
import { Exit, Refusal } from "./exit.ts";

/** A gateway over HTTP. By Node's own client: to load `fetch` takes longer than a call. No redirect is followed, for it would carry the key away. */
export function remote(base: string, authorization: string, trust: ConnectionOptions = {}): Connection {
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
        throw new Refusal(`The gateway at ${base} cannot be reached: ${reasonOf(error)}`, Exit.failed);
      });
      return { status: response.statusCode ?? 0, text: await text(response) };
    },
    close: async () => {},
  };
}

/** Codes of the system are short and known; those of TLS need their words. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined || /CERT|SSL|TLS|SIGNED|SIGNATURE/.test(code) ? message : code;
}
