import { authorize } from "../auth/authorize.ts";
import { type Answer, isIdempotencyKey } from "../define/call.ts";
import { anonymous, type Caller } from "../define/caller.ts";
import { attributed } from "../define/error.ts";
import { InvalidInput, InvalidRequest, MethodNotAllowed, Unauthenticated } from "../define/errors.ts";
import type { Operation } from "../define/operation.ts";
import { after, type MaybePromise } from "../storage/index.ts";
import { readBody } from "./body.ts";
import type { Incoming } from "./incoming.ts";
import { jsonAnswer, type Outgoing } from "./outgoing.ts";
import type { HttpSetting } from "./setting.ts";

/** One call: each check before the next, so that who may not call learns nothing by the order of refusals. */
export async function callOperation(
  setting: HttpSetting,
  operation: Operation,
  incoming: Incoming,
  requestId: string,
): Promise<Outgoing> {
  const isOpen = setting.open.has(operation.id);
  const caller = isOpen ? anonymous : await callerOf(setting, incoming);
  try {
    return await callAs(caller, isOpen, setting, operation, incoming, requestId);
  } catch (error) {
    throw attributed(error, caller.contextId);
  }
}

async function callAs(
  caller: Caller,
  isOpen: boolean,
  setting: HttpSetting,
  operation: Operation,
  incoming: Incoming,
  requestId: string,
): Promise<Outgoing> {
  if (incoming.method !== "POST") throw MethodNotAllowed({ allow: "POST" });
  if (!isOpen) authorize(operation, caller);
  const release = setting.bodies.take(incoming, operation.bodyLimit);
  try {
    return await answerTo(caller, isOpen, setting, operation, incoming, requestId);
  } finally {
    release();
  }
}

async function answerTo(
  caller: Caller,
  isOpen: boolean,
  setting: HttpSetting,
  operation: Operation,
  incoming: Incoming,
  requestId: string,
): Promise<Outgoing> {
  const body = await readBody(incoming, operation.bodyLimit);
  const execute = executeOf(operation, body);
  const answer = await setting.perform({
    operation,
    input: body,
    caller,
    execute,
    dryRun: isDryRun(operation, incoming),
    plan: planOf(incoming),
    idempotencyKey: idempotencyKeyOf(incoming),
    requestId,
    signal: incoming.signal,
    open: isOpen,
  });
  return reply(answer, requestId);
}

/** Who sends a request; refuses one that is nobody's. */
export async function callerOf(setting: HttpSetting, incoming: Incoming): Promise<Caller> {
  const caller = await senderOf(setting, incoming);
  if (!caller) throw Unauthenticated({});
  return caller;
}

const BEARER = /^bearer +(\S+)$/i;

/** Who sends a request: whom the host application says, or else whoever holds the key in it. */
export function senderOf(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const { authenticate } = setting;
  if (!authenticate) return keyHolder(setting, incoming);
  return after(authenticate(incoming.request()), (caller) => caller ?? keyHolder(setting, incoming));
}

function keyHolder(setting: HttpSetting, incoming: Incoming): MaybePromise<Caller | undefined> {
  const header = incoming.header("authorization");
  if (header === undefined) return undefined;
  if (header.includes(",")) throw InvalidRequest({ reason: "There is more than one Authorization header" });
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? undefined : setting.recognize(token);
}

/** Takes `execute` out of the body: a switch of the request, and a field only of operations that may be dry by default. */
function executeOf({ dryRunByDefault }: Operation, body: Record<string, unknown>): boolean | undefined {
  const { execute } = body;
  if (execute === undefined) return undefined;
  const path = "/execute";
  if (dryRunByDefault === false) {
    throw InvalidInput({ issues: [{ path, code: "additionalProperties", message: "is not a field here" }] });
  }
  if (typeof execute !== "boolean") {
    throw InvalidInput({ issues: [{ path, code: "type", message: "must be true or false" }] });
  }
  delete body.execute;
  return execute;
}

function isDryRun({ kind, id }: Operation, incoming: Incoming): boolean {
  const asked = incoming.header("x-dry-run");
  if (asked === undefined) return false;
  if (asked !== "true") throw InvalidRequest({ reason: "X-Dry-Run is true or absent" });
  if (kind === "query") throw InvalidRequest({ reason: `${id} changes nothing, so it has no plan` });
  return true;
}

function planOf(incoming: Incoming): string | undefined {
  const header = incoming.header("if-match");
  if (header === undefined) return undefined;
  const digest = /^"([\w-]{1,128})"$/.exec(header)?.[1];
  if (digest === undefined) throw InvalidRequest({ reason: "If-Match is the digest of one plan in double quotes" });
  return digest;
}

function idempotencyKeyOf(incoming: Incoming): string | undefined {
  const key = incoming.header("idempotency-key");
  if (key !== undefined && !isIdempotencyKey(key)) {
    throw InvalidRequest({ reason: "Idempotency-Key is 1 to 128 letters, digits or ._~:-" });
  }
  return key;
}

const REPLAYED = ["idempotent-replayed", "true"];

function reply(answer: Answer, requestId: string): Outgoing {
  if (answer.done) return jsonAnswer(200, answer.output, requestId, answer.replayed && REPLAYED);
  const { plan, digest } = answer;
  return jsonAnswer(200, { dryRun: true, plan, digest }, requestId, ["etag", `"${digest}"`]);
}
