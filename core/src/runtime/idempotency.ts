import { Type } from "@sinclair/typebox";
import { digestKept, withoutSecrets } from "../define/digest.ts";
import { type ErrorDefinition, type GatewayError, isGatewayError } from "../define/error.ts";
import { Busy, Conflict, IdempotencyConflict, OutcomeUnclear } from "../define/errors.ts";
import { causeOf, type Logger } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import { oneOf } from "../define/schema.ts";
import { defineCollection, type MutableRecords, type Reads } from "../storage/index.ts";
import { type Store, transact } from "./transactions.ts";

const DAY = 24 * 60 * 60 * 1000;

/** How long a claim of outside work counts as still running: its process may have died. */
const CLAIM = 10 * 60 * 1000;

const Outcome = Type.Object({
  contextId: Type.String(),
  operation: Type.String(),
  key: Type.String(),
  /** Of the input that the key was first used with. */
  digest: Type.String(),
  at: Type.Number(),
  /** `unclear`: outside work was begun, and nobody knows what it came to. */
  state: oneOf("running", "unclear", "answered", "refused"),
  answer: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Object({ code: Type.String(), data: Type.Unknown() })),
});

/** First outcomes by key, operation and context. */
export const outcomes = defineCollection("gateway.once", {
  schema: Outcome,
  key: ({ contextId, operation, key }) => [contextId, operation, key],
  indexes: { byAge: ({ at }) => [at] },
});

/** One idempotent call: which key, and what it was first asked. */
export interface IdempotentCall {
  readonly contextId: string;
  readonly operation: string;
  readonly key: string;
  readonly digest: string;
}

/** The call under its caller's key, where it has one. */
export function idempotentCall(
  operation: Operation,
  contextId: string,
  key: string | undefined,
  input: unknown,
): IdempotentCall | undefined {
  if (key === undefined) return undefined;
  const digest = digestKept(operation, input, `${contextId} ${operation.id} ${key}`);
  return { contextId, operation: operation.id, key, digest };
}

/** What the first call came to: its answer, or the refusal that it met. */
export type FirstOutcome = { answer: unknown } | { error: GatewayError };

/** The first call's outcome; undefined when this call is the first. */
export async function firstOutcome(
  store: Reads,
  once: IdempotentCall,
  operation: Operation,
  now: number,
): Promise<FirstOutcome | undefined> {
  const found = await store.get(outcomes, once.contextId, once.operation, once.key);
  if (!found || now - found.at > DAY) return undefined;
  if (found.digest !== once.digest) throw IdempotencyConflict({});
  if (found.state === "answered") return { answer: operation.replayed?.(found.answer as never) ?? found.answer };
  if (found.state === "refused" && found.error) return { error: revived(operation, found.error) };
  if (found.state === "running" && now - found.at < CLAIM) throw Busy({});
  throw OutcomeUnclear({ since: new Date(found.at).toISOString() });
}

export const claim = (store: MutableRecords, once: IdempotentCall, now: number) =>
  store.put(outcomes, { ...once, at: now, state: "running" });

/** Keeps the answer, without the secrets in it: those are shown once. */
export const keepAnswer = (
  store: MutableRecords,
  once: IdempotentCall,
  { output }: Operation,
  answer: unknown,
  now: number,
) => store.put(outcomes, { ...once, at: now, state: "answered", answer: withoutSecrets(output, answer) });

export const keepRefusal = (store: MutableRecords, once: IdempotentCall, { code, data }: GatewayError, now: number) =>
  store.put(outcomes, { ...once, at: now, state: "refused", error: { code, data } });

/**
 * Ends the claim of outside work that failed. A refusal is kept. Another declared error says what did not happen, so
 * the key is free again. After anything else it is unknown what happened, and the work is never begun again.
 */
export function endClaim(store: MutableRecords, once: IdempotentCall, error: unknown, now: number) {
  if (isRefusal(error) || isConflict(error)) return keepRefusal(store, once, error, now);
  if (isGatewayError(error) && (error.status < 500 || !isOfKernel(error)))
    return store.delete(outcomes, once.contextId, once.operation, once.key);
  return store.put(outcomes, { ...once, at: now, state: "unclear" });
}

const isOfKernel = ({ code }: GatewayError): boolean => code.startsWith("gateway.");
const isConflict = (error: unknown): error is GatewayError => isGatewayError(error) && error.code === Conflict.code;

/** Whether a failure is an outcome to keep: a declared conflict, which would come again for the same input. */
export function isRefusal(error: unknown): error is GatewayError {
  return isGatewayError(error) && error.status === 409 && !isOfKernel(error);
}

/** Removes kept outcomes after their day, each hour and a few hundred at a time, until it is stopped. */
export function forgetOutcomes(store: Store, now: () => number, log: Logger): () => void {
  const sweep = async () => {
    try {
      while (await transact(store, (records) => forgetOld(records, now())));
    } catch (error) {
      log.warn(causeOf(error), "Old outcomes could not be removed");
    }
  };
  const timer = setInterval(sweep, 60 * 60 * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** Answers whether there may be more. */
async function forgetOld(store: MutableRecords, now: number): Promise<boolean> {
  const { items, next } = await store.find(outcomes, { by: "byAge", to: [now - DAY], limit: 500 });
  for (const { contextId, operation, key } of items) await store.delete(outcomes, contextId, operation, key);
  return next !== undefined;
}

function revived(operation: Operation, { code, data }: { code: string; data: unknown }): GatewayError {
  const known: readonly ErrorDefinition[] = [...operation.errors, Conflict];
  const definition = known.find((one) => one.code === code);
  if (!definition) throw new Error(`The operation ${operation.id} no longer declares ${code}`);
  return definition(data);
}
