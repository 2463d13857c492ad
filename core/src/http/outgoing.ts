import { randomUUID } from "node:crypto";
import { FastResponse } from "srvx";
import type { GatewayError } from "../define/error.ts";
import { declaredError } from "../define/failure.ts";
import { causeOf } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import { problemOf } from "./problem.ts";
import type { HttpSetting } from "./setting.ts";

/** An answer in a neutral form. Creating a web `Response` would cost each call a tenth of its time. */
export interface Outgoing {
  readonly status: number;
  /** Names and values alternating, the fastest form for node:http. */
  readonly headers: string[];
  readonly text: string;
}

const REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;

/** The request id sent by the client if it is valid, otherwise a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();

/** A JSON answer. `more` are additional headers, names and values alternating. */
export function jsonAnswer(status: number, body: unknown, requestId: string, more: readonly string[] = []): Outgoing {
  return answerOf("application/json", status, body, requestId, more);
}

/** The problem document of an error. */
export function problemAnswer(error: GatewayError, requestId: string, more: readonly string[] = []): Outgoing {
  const { status, data } = error;
  const { allow } = data as { allow?: string };
  return answerOf("application/problem+json", status, problemOf(error, requestId), requestId, [
    ...more,
    ...(status === 503 ? ["retry-after", "1"] : []),
    ...(status === 401 ? ["www-authenticate", "Bearer"] : []),
    ...(allow === undefined ? [] : ["allow", allow]),
  ]);
}

const FIXED = ["cache-control", "no-store", "x-content-type-options", "nosniff"];

function answerOf(type: string, status: number, body: unknown, requestId: string, more: readonly string[]): Outgoing {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const headers = ["content-type", type, "content-length", length, ...FIXED, "x-request-id", requestId, ...more];
  return { status, headers, text };
}

/** srvx's lightweight response: the platform's wraps every body in a stream, at a third of the speed. */
export function responseOf({ status, headers, text }: Outgoing): Response {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] as string, headers[at + 1] as string]);
  return new FastResponse(text, { status, headers: pairs });
}

/** Answers an error as a problem document. Undeclared errors are logged in full. */
export function refuse(thrown: unknown, requestId: string, setting: HttpSetting, operation?: Operation): Outgoing {
  const error = declaredError(thrown);
  setting.refused(error);
  if (error.status >= 500 && error !== thrown)
    setting.log.error({ requestId, operation: operation?.id, ...causeOf(thrown) }, "A request failed");
  return problemAnswer(error, requestId, error.isReplay ? ["idempotent-replayed", "true"] : []);
}
