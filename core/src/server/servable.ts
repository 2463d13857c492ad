import type { HttpHandler } from "../http/handler.ts";

/** The requests a server admits. */
export interface Admission {
  /** Values of the Host header, with the port: `localhost:4870`. */
  hosts?: readonly string[];
  /** Origins of pages that may call: `https://console.example`. */
  origins?: readonly string[];
  /** Trust `X-Forwarded-*`, because a proxy in front of this server sets them. */
  trustedProxy?: boolean;
}

/** What a server needs from a gateway. */
export interface Servable {
  /** A handler that only admits these hosts and origins. */
  handlerFrom(admission: Admission): HttpHandler;
  /** The largest body limit of all operations, in bytes. */
  readonly bodyLimit: number;
  /** What its start is doing. */
  readonly detail?: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}
