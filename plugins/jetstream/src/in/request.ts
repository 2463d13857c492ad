import { createHash } from "node:crypto";
import type { JsMsg } from "@nats-io/jetstream";
import { type Cause, causeOfTrace, gatewayErrors, parseJson } from "@postern/core";

/** What a message asks for. */
export interface Request {
  readonly operation: string;
  readonly input: unknown;
  readonly execute?: boolean;
  readonly plan?: string;
  readonly reason?: string;
  /** The trace in its header `traceparent`. */
  readonly cause?: Cause | undefined;
}

/** Headers of messages: with `Postern-Operation`, the body is the input itself. */
const HEADER = {
  operation: "Postern-Operation",
  execute: "Postern-Execute",
  plan: "Postern-Plan",
  reason: "Postern-Reason",
  replyTo: "Postern-Reply-To",
} as const;
const MESSAGE_ID = "Nats-Msg-Id";
/** Values in one message: more would block the event loop for too long. */
const MAX_VALUES = 50_000;
const KEY = /^[A-Za-z0-9._~:-]{1,128}$/;

/**
 * The idempotency key of a message: its id, or its place in the stream. The time belongs to the place, because the
 * sequence begins again in a stream that was deleted and created again.
 */
export function idempotencyKeyOf({ headers, info }: Pick<JsMsg, "headers" | "info">): string {
  const id = headers?.get(MESSAGE_ID);
  if (!id) return `${info.stream}:${info.streamSequence}:${info.timestampNanos}`;
  return KEY.test(id) ? id : `sha256:${createHash("sha256").update(id).digest("base64url")}`;
}

/** The subject to which the sender wants an answer. Undefined if it wants none. */
export const replySubjectOf = ({ headers }: Pick<JsMsg, "headers">): string | undefined =>
  headers?.get(HEADER.replyTo) || undefined;

/** Reads a message. Throws `gateway.invalid_json` or `gateway.invalid_input`. */
export function readRequest({ headers, data }: Pick<JsMsg, "headers" | "data">): Request {
  const body = data.length === 0 ? {} : parseJson(Buffer.from(data), { values: MAX_VALUES });
  const header = (name: string) => headers?.get(name) || undefined;
  const cause = causeOfTrace(header("traceparent"));
  const operation = header(HEADER.operation);
  if (operation === undefined) return { ...requestIn(body), cause };
  const asked = {
    operation,
    input: body,
    execute: header(HEADER.execute) === undefined ? undefined : header(HEADER.execute) === "true",
    plan: header(HEADER.plan),
    reason: header(HEADER.reason),
  };
  return { ...checked(asked), cause };
}

function requestIn(body: unknown): Request {
  if (!isObject(body)) throw invalid("", "must be an object with the members operation and input");
  const { operation, input = {}, execute, plan, reason, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalid(`/${unknown}`, "is unknown. The members are operation, input, execute, plan and reason");
  return checked({ operation, input, execute, plan, reason });
}

function checked({
  operation,
  input,
  execute,
  plan,
  reason,
}: Record<Exclude<keyof Request, "cause">, unknown>): Request {
  if (typeof operation !== "string") throw invalid("/operation", "must be the id of an operation");
  if (!isObject(input)) throw invalid("/input", "must be an object");
  if (execute !== undefined && typeof execute !== "boolean") throw invalid("/execute", "must be true or false");
  if (plan !== undefined && typeof plan !== "string") throw invalid("/plan", "must be the digest of a plan");
  if (reason !== undefined && typeof reason !== "string") throw invalid("/reason", "must be a text");
  return {
    ...{ operation, input },
    ...(execute !== undefined && { execute }),
    ...(plan !== undefined && { plan }),
    ...(reason !== undefined && { reason: reason.slice(0, 500) }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const invalid = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "message", message }] });
