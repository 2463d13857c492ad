import type { IncomingMessage } from "node:http";
import type { GatewayError } from "../define/error.ts";
import { InvalidRequest } from "../define/errors.ts";
import { HeadersTooLarge } from "./problem.ts";

/** No client sends this many lines; Node's own default would drop those above and pass the rest on as the whole. */
const MOST_HEADER_LINES = 1_000;

/**
 * Finds what is wrong with a request before a web `Request` is made of it. A `Request` has lost what matters here:
 * whether a header came twice, and in which form the target stood.
 */
export function inspect(req: IncomingMessage): GatewayError | undefined {
  const { rawHeaders, url = "" } = req;
  if (rawHeaders.length > 2 * MOST_HEADER_LINES) return HeadersTooLarge({});
  if (req.httpVersionMajor !== 1) return invalid("This gateway speaks HTTP/1.1");
  if (!url.startsWith("/") || url.includes("#")) return invalid("The request target is not a path");
  let hosts = 0;
  let keys = 0;
  let types = 0;
  let origins = 0;
  for (let line = 0; line < rawHeaders.length; line += 2) {
    const name = rawHeaders[line] as string;
    // Most names are told apart by their length, without lower-casing each of them on each request.
    switch (name.length) {
      case 4:
        if (is(name, "host")) hosts++;
        break;
      case 6:
        if (is(name, "origin")) origins++;
        else if (is(name, "expect") && !is(rawHeaders[line + 1] as string, "100-continue")) {
          return invalid("This gateway meets no such expectation");
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
          return invalid("The only Transfer-Encoding here is chunked");
        }
    }
  }
  if (hosts !== 1) return invalid(hosts === 0 ? "The Host header is missing" : "There is more than one Host header");
  if (keys > 1) return invalid("There is more than one Authorization header");
  if (types > 1) return invalid("There is more than one Content-Type header");
  if (origins > 1) return invalid("There is more than one Origin header");
  return undefined;
}

function is(name: string, lower: string): boolean {
  return name.toLowerCase() === lower;
}

/** HTTP/1.0 knows no chunks: a proxy in front may have read another body than Node did. */
function isChunked(req: IncomingMessage, coding: string): boolean {
  return req.httpVersionMinor >= 1 && is(coding, "chunked");
}

function invalid(reason: string): GatewayError {
  return InvalidRequest({ reason });
}
