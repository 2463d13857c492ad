import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { Type } from "@sinclair/typebox";
import { defineError, type GatewayError } from "../error.ts";
import { createId } from "../id.ts";

export const RequestTimeout = defineError("gateway.request_timeout", {
  status: 408,
  data: Type.Object({}),
  message: () => "The request did not arrive in time",
});

export const HeadersTooLarge = defineError("gateway.headers_too_large", {
  status: 431,
  data: Type.Object({}),
  message: () => "The request line and headers are longer, or more, than this gateway reads",
});

const SENSIBLE_ID = /^[\w.:~-]{1,128}$/;

/** Answers what the gateway itself never came to see. Keeps the connection unless the answer cannot. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: GatewayError): void {
  const given = req.headers["x-request-id"];
  const { status, headers, body } = problemOf(error, typeof given === "string" ? given : "");
  res.writeHead(status, headers).end(body);
}

/** The bytes of an answer for a connection on which no request could be read. */
export function rawProblem(error: GatewayError): string {
  const { status, headers, body } = problemOf(error, "");
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "connection: close", "", body].join("\r\n");
}

function problemOf(error: GatewayError, givenId: string) {
  const { code, status, definition } = error;
  const requestId = SENSIBLE_ID.test(givenId) ? givenId : createId("req_", Date.now());
  const data = error.data as Record<string, unknown>;
  const body = JSON.stringify({
    ...data,
    type: "about:blank",
    title: definition.title,
    status,
    detail: error.message,
    requestId,
    code,
  });
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": requestId,
    ...(status === 503 && { "retry-after": "1" }),
  };
  return { status, headers, body };
}
