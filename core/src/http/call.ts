import { setImmediate as pause } from "node:timers/promises";
import { authorize } from "../auth/authorize.ts";
import { type Answer, isIdempotencyKey } from "../define/call.ts";
import { anonymous, type Caller, createCaller } from "../define/caller.ts";
import { causeOfTrace } from "../define/cause.ts";
import { attributed } from "../define/error.ts";
import { InvalidInput, InvalidRequest, MethodNotAllowed } from "../define/errors.ts";
import { type Operation, PROPERTIES } from "../define/operation.ts";
import type { Version } from "../storage/index.ts";
import { authenticate } from "./authenticate.ts";
import { readBody, sizeOf } from "./body.ts";
import type { Incoming } from "./incoming.ts";
import { jsonAnswer, type Outgoing } from "./outgoing.ts";
import type { HttpSetting } from "./setting.ts";

/**
 * Answers a request for an operation. The order of the checks ensures that unauthorized callers learn nothing about it.
 */
export async function callOperation(
  setting: HttpSetting,
  operation: Operation,
  incoming: Incoming,
  requestId: string,
): Promise<Outgoing> {
  const open = setting.open.has(operation.id);
  const caller = open ? anonymous : withholding(await authenticate(setting, incoming), incoming);
  let release: (() => void) | undefined;
  try {
    if (incoming.method !== "POST") throw MethodNotAllowed({ allow: "POST" });
    if (!open) authorize(operation, caller);
    release = setting.bodies.take(sizeOf(incoming, operation.bodyLimit), caller);
    const input = incoming.body ?? (await readBody(incoming, operation.bodyLimit));
    const position = incoming.header("postern-position");
    if (position !== undefined) await setting.reach(position);
    const answer = await setting.perform({
      operation,
      input,
      caller,
      requestId,
      open,
      execute: executeOf(operation, input),
      dryRun: isAsked("x-dry-run", operation, incoming),
      propose: isAsked("x-postern-propose", operation, incoming),
      reason: reasonOf(incoming),
      plan: planOf(incoming),
      idempotencyKey: idempotencyKeyOf(incoming),
      cause: causeOfTrace(incoming.header("traceparent")),
      signal: incoming.signal,
    });
    // The answer to a large body is often as large, and was committed in this turn of the event loop.
    if (Number(incoming.header("content-length")) > 2 ** 20) await pause();
    return reply(answer, requestId, setting.committed());
  } catch (error) {
    throw attributed(error, caller.contextId);
  } finally {
    release?.();
  }
}

/** Removes `execute` from the body: it belongs to the request, and commands accept it. */
function executeOf({ kind, refusesExecute }: Operation, body: Record<string, unknown>): boolean | undefined {
  const { execute } = body;
  if (execute === undefined || kind === "query" || refusesExecute) return undefined;
  if (typeof execute !== "boolean") {
    throw InvalidInput({ issues: [{ path: "/execute", code: "type", message: "must be true or false" }] });
  }
  delete body.execute;
  return execute;
}

function isAsked(name: "x-dry-run" | "x-postern-propose", { kind, id }: Operation, incoming: Incoming): boolean {
  const asked = incoming.header(name);
  if (asked === undefined) return false;
  if (asked !== "true") throw InvalidRequest({ reason: `The header ${name} must be true or absent` });
  if (kind === "query") throw InvalidRequest({ reason: `${id} changes nothing, so it has no plan` });
  return true;
}

/** What calls for a model or a page renounces rights of its key for this call. */
function withholding(caller: Caller, incoming: Incoming): Caller {
  const withheld = incoming.header("x-postern-withhold")?.split(" ");
  if (withheld?.some((one) => !PROPERTIES.includes(one as (typeof PROPERTIES)[number])))
    throw InvalidRequest({ reason: `The header x-postern-withhold must be some of ${PROPERTIES.join(" ")}` });
  return withheld ? createCaller({ ...caller, withheld }) : caller;
}

const MAX_REASON = 1_000;

/** Headers are ASCII, so the text is percent-encoded. */
function reasonOf(incoming: Incoming): string | undefined {
  const header = incoming.header("x-postern-reason");
  if (header === undefined) return undefined;
  const reason = decoded(header);
  if (reason === undefined || reason.length > MAX_REASON)
    throw InvalidRequest({
      reason: `The header x-postern-reason must be percent-encoded UTF-8 of at most ${MAX_REASON} characters`,
    });
  return reason;
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function planOf(incoming: Incoming): string | undefined {
  const header = incoming.header("if-match");
  if (header === undefined) return undefined;
  const digest = /^"([\w-]{1,128})"$/.exec(header)?.[1];
  if (digest === undefined) throw InvalidRequest({ reason: "If-Match must be the digest of a plan in double quotes" });
  return digest;
}

function idempotencyKeyOf(incoming: Incoming): string | undefined {
  const key = incoming.header("idempotency-key");
  if (key !== undefined && !isIdempotencyKey(key)) {
    throw InvalidRequest({ reason: "Idempotency-Key must be 1 to 128 letters, digits or ._~:-" });
  }
  return key;
}

function reply(answer: Answer, requestId: string, committed: Version | undefined): Outgoing {
  const more = committed ? ["postern-position", String(committed)] : [];
  if (answer.replayed) more.push("idempotent-replayed", "true");
  if (answer.done) return jsonAnswer(200, answer.output, requestId, more);
  const { plan, digest, pending } = answer;
  if (pending) return jsonAnswer(202, { status: "pending", ...pending }, requestId, more);
  return jsonAnswer(200, { dryRun: true, plan, digest }, requestId, [...more, "etag", `"${digest}"`]);
}
