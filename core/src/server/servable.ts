import type { HttpHandler } from "../http/handler.ts";

/** Whose requests a door lets in. */
export interface Admission {
  /** Values of the Host header, with their port: `localhost:4870`. */
  hosts?: readonly string[];
  /** Pages that may call: `https://console.example`. */
  origins?: readonly string[];
  /** Believe `X-Forwarded-*`, because a proxy that sets them stands before this door. */
  trustedProxy?: boolean;
}

/** What a door needs of a gateway. */
export interface Servable {
  /** A door that admits only these hosts and origins. */
  doorFrom(admission: Admission): HttpHandler;
  /** The largest body limit of all operations, in bytes. */
  readonly bodyLimit: number;
  /** What its start is busy with, in words. */
  readonly detail?: string | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
}
