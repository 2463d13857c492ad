import { nonRetryable, postpone, retryIn } from "@postern/kit/queue";
import { drafts, type SendingRecord } from "../collections.ts";
import { messageSent } from "../events.ts";
import { type Outgoing, verdictOf } from "../services.ts";
import { type Attempt, failureOf, type Outcome } from "./attempt.ts";
import { clearBegun, finished, markBegun, partSent, setAmbiguous } from "./progress.ts";
import { partsOf } from "./split.ts";

/** Milliseconds that a platform has to accept a message. */
const SENDING = 30_000;
/** Milliseconds to wait for the rate limit within an attempt. If it takes longer, other entries are handled first. */
const PATIENCE = 1_000;
const SOON = 500;

const nothing = (reason: string): Outcome => ({ note: { outcome: "nothing", reason } });

/** Sends a message, each part once. */
export async function send(attempt: Attempt): Promise<Outcome> {
  const { host, sending, entry } = attempt;
  const { messageId, revision } = entry.payload;
  if (sending.revision >= revision) return nothing("The message was already sent in this revision");
  const message = await host.services.chats?.message(messageId);
  const isBegun = sending.begun !== undefined || sending.ambiguous !== undefined;
  if (!sending.isRemoved && sending.revision > 0 && !isBegun && sending.target === undefined)
    return nothing("The message was already sent");
  if (message?.content.text === undefined && sending.parts.length === 0 && !isBegun)
    return nothing("The message was deleted before it was sent");
  const draft = (await host.store.get(drafts, messageId))?.text;
  const text = draft ?? message?.content.text;
  if (text === undefined) throw nonRetryable("The message was deleted while it was being sent");
  const target = draft === undefined ? (message?.revision ?? revision) : (sending.target ?? revision);
  const { isRemoved, ...rest } = sending;
  return sendText({ ...attempt, sending: isRemoved ? { ...rest, parts: [] } : rest }, text, target);
}

/** Sends the remaining parts of a text. */
export async function sendText(attempt: Attempt, text: string, target: number): Promise<Outcome> {
  const { host, outlet, entry, note } = attempt;
  const parts = partsOf(text, outlet.kind.text);
  let sending: SendingRecord = { ...attempt.sending, target };
  /** The last part, once it was sent: it is recorded together with the completion. */
  let last: { readonly id?: string } | undefined;
  while (!last && sending.parts.length < parts.length) {
    const part = sending.parts.length;
    const content = parts[part] as string;
    const outgoing: Outgoing = {
      place: sending.place,
      text: content,
      idempotencyKey: `${entry.id}.${part}`,
      ...(entry.cause?.traceparent !== undefined && { traceparent: entry.cause.traceparent }),
    };
    const known = await findOutcome({ ...attempt, sending }, outgoing);
    if (known) {
      sending = await host.transact((ctx) => partSent(ctx, sending, known.id));
      continue;
    }
    await waitForLimit(attempt, sending.place);
    sending = await markBegun(host, entry, sending, part, parts.length > 1 ? text : undefined);
    const sent = await handOver({ ...attempt, sending }, outgoing);
    if (part === parts.length - 1) last = sent;
    else {
      sending = await host.transact((ctx) => partSent(ctx, sending, sent.id));
      note({ outcome: "waiting", parts: parts.length, out: part + 1 });
    }
  }
  return {
    note: { outcome: parts.length === 0 ? "nothing" : "sent", parts: parts.length },
    async settle(ctx) {
      const { adapter, chatId, messageId } = sending;
      await finished(ctx, last ? await partSent(ctx, sending, last.id) : sending, target);
      if (parts.length > 0) ctx.emit(messageSent, { adapter, chatId, messageId, parts: parts.length });
    },
  };
}

/** The outcome of a part that may already have been sent. Undefined if it has to be sent now. */
async function findOutcome(attempt: Attempt, outgoing: Outgoing): Promise<{ id?: string } | undefined> {
  const { host, outlet, entry, sending, signal, note } = attempt;
  const { begun, ambiguous } = sending;
  if (ambiguous) {
    // The first attempt was requested by a person who knows this; a later one follows a crash.
    if (entry.attempt === 1) return undefined;
    note({ outcome: "ambiguous", reason: ambiguous.reason });
    throw nonRetryable(ambiguous.reason);
  }
  if (!begun || outlet.kind.idempotent) return undefined;
  if (entry.attempt === 1) throw retryIn(SOON, "The previous attempt was interrupted; checking its outcome");
  const { link } = outlet;
  const late = "The platform did not report in time whether it has the message";
  const confirm = async (limit: AbortSignal) => link.confirm?.(outgoing, limit) ?? "unknown";
  const said = await outlet.ask(confirm, { limit: SENDING, signal, late }).catch((error: unknown) => {
    throw failureOf(error, note);
  });
  if (said !== "unknown") return said.sent ? { ...(said.id !== undefined && { id: said.id }) } : undefined;
  const reason =
    `ambiguous: part ${begun.part + 1} may have been sent, and the platform cannot confirm it. ` +
    "Retry the entry to send it again, or discard it.";
  await setAmbiguous(host, sending, entry.attempt, reason);
  note({ outcome: "ambiguous", reason });
  throw nonRetryable(reason);
}

/** Waits for the platform's rate limit. */
export async function waitForLimit({ outlet, signal, note }: Attempt, place: string): Promise<void> {
  for (;;) {
    const wait = outlet.limiter.take(place);
    if (wait === 0) return;
    if (wait > PATIENCE) {
      note({ outcome: "waiting", reason: "Waiting for the platform's rate limit" });
      throw postpone(wait, "Waiting for the platform's rate limit");
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
  }
}

async function handOver(attempt: Attempt, outgoing: Outgoing): Promise<{ readonly id?: string }> {
  const { host, outlet, signal, sending, note } = attempt;
  try {
    const late = `The platform did not accept the message within ${SENDING / 1000} seconds`;
    const work = (limit: AbortSignal) => outlet.link.send(outgoing, limit);
    // The message is sent, whatever a kind returns.
    const { id } = ((await outlet.ask(work, { limit: SENDING, signal, late })) as { id?: unknown } | undefined) ?? {};
    return typeof id === "string" && id !== "" ? { id } : {};
  } catch (error) {
    const word = verdictOf(error)?.word;
    // The message was certainly not sent, so the outcome is known.
    if (word) await clearBegun(host, sending);
    throw failureOf(error, note);
  }
}
