import type { IncomingHttpHeaders } from "node:http";

export type Method = "GET" | "HEAD" | "PUT" | "DELETE";

/** What the server answered to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The value, the listing, or the beginning of an error. */
  readonly body: Buffer;
}
