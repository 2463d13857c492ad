import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { Type } from "@sinclair/typebox";
import { defineError, type GatewayError } from "../define/error.ts";
import { problemAnswer, requestIdOf } from "../http/outgoing.ts";

export const RequestTimeout = defineError("gateway.request_timeout", {
  status: 408,
  data: Type.Object({}),
  message: () => "The request did not arrive in time",
});

export const HeadersTooLarge = defineError("gateway.headers_too_large", {
  status: 431,
  data: Type.Object({}),
  message: () => "The request line and headers are too long or too many",
});

/** Answers a request that never reached the gateway. Keeps the connection open if possible. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: GatewayError): void {
  const given = req.headers["x-request-id"];
  const { status, headers, text } = problemAnswer(error, requestIdOf(typeof given === "string" ? given : undefined));
  res.writeHead(status, headers).end(text);
}

/** The bytes of an answer for a connection on which no request could be read. */
export function rawProblem(error: GatewayError): string {
  const { status, headers, text } = problemAnswer(error, requestIdOf(undefined));
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return [...lines, "connection: close", "", text].join("\r\n");
}
