import type { IncomingMessage } from "node:http";
import type { GatewayError } from "../define/error.ts";
import { InvalidRequest } from "../define/errors.ts";
import { HeadersTooLarge } from "./problem.ts";

/** No real client sends this many lines. Node's own limit would silently drop those above it. */
const MAX_HEADER_LINES = 1_000;

/**
 * Validates a request before it is converted to a web `Request`, which loses whether a header was repeated, and the
 * form of the request target.
 */
export function inspect(req: IncomingMessage): GatewayError | undefined {
  const { rawHeaders, url = "" } = req;
  if (rawHeaders.length > 2 * MAX_HEADER_LINES) return HeadersTooLarge({});
  if (req.httpVersionMajor !== 1) return invalid("This gateway only supports HTTP/1.1");
  if (!url.startsWith("/") || url.includes("#")) return invalid("The request target must be a path");
  let hosts = 0;
  let keys = 0;
  let types = 0;
  let origins = 0;
  for (let line = 0; line < rawHeaders.length; line += 2) {
    const name = rawHeaders[line] as string;
    // Most names differ in length, which avoids lowercasing each of them on every request.
    switch (name.length) {
      case 4:
        if (is(name, "host")) hosts++;
        break;
      case 6:
        if (is(name, "origin")) origins++;
        else if (is(name, "expect") && !is(rawHeaders[line + 1] as string, "100-continue")) {
          return invalid("This gateway only supports the expectation 100-continue");
        }
        break;
      case 12:
        if (is(name, "content-type")) types++;
        break;
      case 13:
        if (is(name, "authorization")) keys++;
        break;
      case 17:
        if (is(name, "transfer-encoding") && !isChunked(req, rawHeaders[line + 1] as string)) {
          return invalid("The only supported Transfer-Encoding is chunked");
        }
    }
  }
  if (hosts !== 1)
    return invalid(hosts === 0 ? "The Host header is missing" : "The request has more than one Host header");
  if (keys > 1) return invalid("The request has more than one Authorization header");
  if (types > 1) return invalid("The request has more than one Content-Type header");
  if (origins > 1) return invalid("The request has more than one Origin header");
  return undefined;
}

function is(name: string, lower: string): boolean {
  return name.toLowerCase() === lower;
}

/** HTTP/1.0 has no chunks: a proxy may have read another body than Node (request smuggling). */
function isChunked(req: IncomingMessage, coding: string): boolean {
  return req.httpVersionMinor >= 1 && is(coding, "chunked");
}

function invalid(reason: string): GatewayError {
  return InvalidRequest({ reason });
}
