import { type Static, Type } from "@sinclair/typebox";
import { createInterval, type Loop, type LoopSetting } from "../background/loop.ts";
import { deleteOlder } from "../background/retention.ts";
import type { Approvals, ProposalOutcome } from "../define/approvals.ts";
import { storedDigest } from "../define/digest.ts";
import { type ErrorDefinition, type GatewayError, isGatewayError } from "../define/error.ts";
import { Busy, Conflict, IdempotencyConflict, OutcomeUnclear } from "../define/errors.ts";
import type { Operation } from "../define/operation.ts";
import { oneOf } from "../define/schema.ts";
import { withoutSecrets } from "../define/secrets.ts";
import { after, defineCollection, type MaybePromise, type MutableRecords, type Reads } from "../storage/index.ts";
import { isStillRunning } from "../storage/process-mark.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long a claim of external work counts as running if its process is on another machine, and may have died. */
const CLAIM = 10 * 60 * 1000;

const Outcome = Type.Object({
  contextId: Type.String(),
  operation: Type.String(),
  key: Type.String(),
  /** Digest of the input of the first call with this key. */
  digest: Type.String(),
  at: Type.Number(),
  /** `unclear`: external work was started and its outcome is unknown. `proposed`: it waits for approval, or did. */
  state: oneOf("running", "unclear", "answered", "refused", "proposed"),
  approvalId: Type.Optional(Type.String()),
  by: Type.Optional(Type.Object({ pid: Type.Integer(), start: Type.Optional(Type.String()) })),
  answer: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Object({ code: Type.String(), data: Type.Unknown() })),
});

/** First outcomes by context, operation and key. */
export const outcomes = defineCollection("gateway.once", {
  schema: Outcome,
  key: ({ contextId, operation, key }) => [contextId, operation, key],
  indexes: { byAge: ({ at }) => [at] },
});

type Kept = Pick<Static<typeof Outcome>, "state" | "approvalId" | "by" | "answer" | "error">;

/** A call with an idempotency key, and the digest of its input. */
export interface IdempotentCall {
  readonly contextId: string;
  readonly operation: string;
  readonly key: string;
  readonly digest: string;
}

/** The idempotent call of a caller that sent a key. */
export function idempotentCall(
  operation: Operation,
  contextId: string,
  key: string,
  input: unknown,
): MaybePromise<IdempotentCall> {
  const digest = storedDigest(operation, input, `${contextId} ${operation.id} ${key}`);
  return after(digest, (digest) => ({ contextId, operation: operation.id, key, digest }));
}

/** The outcome of the first call. Undefined if this call is the first. */
export async function firstOutcome(
  store: Reads,
  once: IdempotentCall,
  operation: Operation,
  now: number,
  approvals: () => Approvals,
): Promise<ProposalOutcome | undefined> {
  const found = await store.get(outcomes, once.contextId, once.operation, once.key);
  if (!found || now - found.at > DAY) return undefined;
  const mayRun = now - found.at < CLAIM && (!found.by || isStillRunning(found.by) !== false);
  if (found.digest !== once.digest) throw IdempotencyConflict({});
  if (found.state === "answered") return { answer: operation.replayed?.(found.answer as never) ?? found.answer };
  if (found.state === "refused" && found.error) return { error: revived(operation, found.error) };
  if (found.approvalId !== undefined) return approvals().outcome(store, found.approvalId);
  if (found.state === "running" && mayRun) throw Busy({});
  throw OutcomeUnclear({ since: new Date(found.at).toISOString() });
}

/** Stores the outcome of a call; `running` claims external work. */
export const keep = (store: MutableRecords, once: IdempotentCall, now: number, outcome: Kept) =>
  store.put(outcomes, { ...once, at: now, ...outcome });

/** Without its secrets, which are answered only once. */
export const answered = ({ output }: Operation, answer: unknown): Kept => ({
  state: "answered",
  answer: withoutSecrets(output, answer),
});
export const refused = ({ code, data }: GatewayError): Kept => ({ state: "refused", error: { code, data } });

/**
 * Ends the claim of failed external work. A refusal is stored. Any other declared error says that nothing happened, so
 * the key becomes available again. After other errors the outcome is unknown, and the work is never started again. If
 * the claim has ended already, the commit of the work was written although its answer was lost.
 */
export async function endClaim(store: MutableRecords, once: IdempotentCall, error: unknown, now: number) {
  const { contextId, operation, key } = once;
  if ((await store.get(outcomes, contextId, operation, key))?.state !== "running") return;
  if (isRefusal(error) || isConflict(error)) return keep(store, once, now, refused(error));
  if (isGatewayError(error) && (error.status < 500 || !isOfKernel(error)))
    return store.delete(outcomes, contextId, operation, key);
  return keep(store, once, now, { state: "unclear" });
}

const isOfKernel = ({ code }: GatewayError): boolean => code.startsWith("gateway.");
const isConflict = (error: unknown): error is GatewayError => isGatewayError(error) && error.code === Conflict.code;

/** Whether a failure is stored as the outcome: a declared conflict, which the same input would cause again. */
export function isRefusal(error: unknown): error is GatewayError {
  return isGatewayError(error) && error.status === 409 && !isOfKernel(error);
}

/** Deletes stored outcomes that are older than a day, every hour, until it is stopped. */
export function forgetOutcomes(
  host: Parameters<typeof deleteOlder>[0]["host"],
  setting: Pick<LoopSetting, "log" | "now">,
): Loop {
  const work = (signal: AbortSignal) => deleteOlder({ host, signal }, outcomes, { age: DAY });
  return createInterval(HOUR, { ...setting, name: "idempotency outcomes", work });
}

function revived(operation: Operation, { code, data }: { code: string; data: unknown }): GatewayError {
  const known: readonly ErrorDefinition[] = [...operation.errors, Conflict];
  const definition = known.find((one) => one.code === code);
  if (!definition) throw new Error(`Operation ${operation.id} no longer declares the error ${code}`);
  return definition(data);
}
