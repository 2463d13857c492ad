import type { JsMsg } from "@nats-io/jetstream";
import { type Caller, type GatewayError, gatewayErrors, isGatewayError } from "@postern/core";
import { retryDelay } from "@postern/kit/queue";
import { type ConsumerRecord, consumers } from "../collections.ts";
import { disableConsumer } from "../consumer.ts";
import type { OurHost } from "../host.ts";
import type { Session } from "../link/supervise.ts";
import { isSubject, matchesFilter } from "../nats/subject.ts";
import { type Answer, sendAnswer, shownError } from "./answer.ts";
import { callOperation, type Outcome } from "./call.ts";
import { publishDeadLetter } from "./dead-letter.ts";
import { idempotencyKeyOf, readRequest, replySubjectOf } from "./request.ts";

interface Handling {
  readonly host: OurHost;
  readonly consumer: ConsumerRecord;
  readonly session: Session;
  /** Milliseconds after which the server delivers a message again, unless it hears of it. */
  readonly ackWait: number;
}

/** Milliseconds before a message is delivered again. */
const BACKOFF = { first: 1_000, longest: 60_000 };
/** The same if the consumer is disabled: long enough that the few deliveries until its session ends do not count. */
const AWAY = 10_000;

/**
 * Handles one delivery of a message: calls its operation, answers, and only then acknowledges it. It may be delivered
 * again after a crash; then its idempotency key answers the same without executing it a second time.
 */
export async function handleMessage(started: Handling, message: JsMsg): Promise<void> {
  const { host, session, ackWait } = started;
  // Its operations may have changed, and it may have been disabled, since the session began.
  const consumer = await host.store.get(consumers, started.consumer.id);
  if (consumer?.status !== "enabled") return message.nak(AWAY);
  const handling = { ...started, consumer };
  const messageId = idempotencyKeyOf(message);
  const isLast = message.info.deliveryCount >= consumer.maxDeliver;
  // Its earlier deliveries have ended without a result, such as with the process.
  if (message.info.deliveryCount > consumer.maxDeliver) return bury(handling, message, tooOften(consumer));
  const caller = await host.callerOf(consumer.actsAs);
  if (!caller) {
    message.nak(AWAY);
    return host.transact((ctx) => disableConsumer(ctx, consumer.id, "context_ended"));
  }
  const busy = setInterval(() => message.working(), Math.max(500, ackWait / 3));
  try {
    const outcome = await outcomeOf(handling, message, { caller, messageId });
    if (outcome.status !== "failed") await answer(handling, message, outcome);
    // Somebody must learn of it: the sender, or whoever looks at the dead letters.
    else if (!(await answer(handling, message, { status: "failed", error: shownError(outcome.error) })))
      return await bury(handling, message, outcome.error);
    message.ack();
  } catch (error) {
    if (session.signal.aborted) return;
    const failure = isGatewayError(error) ? error : gatewayErrors.Internal({});
    if (isLast) await bury(handling, message, failure);
    else {
      host.log.warn(
        { consumer: consumer.id, message: messageId, code: failure.code },
        "A message will be handled again",
      );
      message.nak(retryDelay(message.info.deliveryCount, BACKOFF));
    }
  } finally {
    clearInterval(busy);
  }
}

async function outcomeOf(
  { host, consumer }: Handling,
  message: JsMsg,
  { caller, messageId }: { caller: Caller; messageId: string },
): Promise<Outcome> {
  let request: ReturnType<typeof readRequest>;
  try {
    request = readRequest(message);
  } catch (error) {
    if (isGatewayError(error)) return { status: "failed", error };
    throw error;
  }
  // Not the signal of the session: a command that has begun should end, and its outcome is kept for the next delivery.
  const { signal } = host;
  return callOperation(request, { host, consumer, caller, idempotencyKey: messageId, signal });
}

/** Sends an answer, if the sender has named a subject to which answers may be sent. */
async function answer({ consumer, session }: Handling, message: JsMsg, what: Answer): Promise<boolean> {
  const subject = replySubjectOf(message);
  if (subject === undefined || !isAllowed(consumer, subject)) return false;
  const messageId = idempotencyKeyOf(message);
  await sendAnswer(session.link, { subject, messageId, answerId: `${consumer.id}:${messageId}:answer` }, what);
  return true;
}

/** Otherwise a sender could make the gateway publish anywhere, with rights at the server that the sender has not. */
const isAllowed = ({ replySubjects, filter }: ConsumerRecord, subject: string): boolean =>
  isSubject(subject) && !matchesFilter(filter, subject) && replySubjects.some((one) => matchesFilter(one, subject));

/** Makes a message a dead letter, and answers that. */
async function bury(handling: Handling, message: JsMsg, error: GatewayError): Promise<void> {
  const { host, consumer, session } = handling;
  try {
    const messageId = idempotencyKeyOf(message);
    await publishDeadLetter({ host, link: session.link, consumer, message, messageId, error });
    await answer(handling, message, { status: "dead", error: shownError(error) });
    message.term();
  } catch (failure) {
    if (session.signal.aborted) return;
    session.report(failure);
    message.nak(BACKOFF.longest);
  }
}

const tooOften = ({ maxDeliver }: ConsumerRecord): GatewayError =>
  gatewayErrors.Unavailable({ reason: `The message was delivered ${maxDeliver} times without a result` });
