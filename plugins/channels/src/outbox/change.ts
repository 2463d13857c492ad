import type { Link } from "../services.ts";
import { type Attempt, failureOf, type Outcome } from "./attempt.ts";
import { finished } from "./progress.ts";
import { sendText, waitForLimit } from "./send.ts";
import { partsOf } from "./split.ts";

const CHANGING = 30_000;

/** Applies an edit or a deletion on the platform. Repeating it is safe: the result is the same. */
export async function change(attempt: Attempt): Promise<Outcome> {
  const { host, entry, outlet, sending } = attempt;
  const { messageId, revision, does } = entry.payload;
  const { link } = outlet;
  const settled = (reason: string): Outcome => ({
    note: { outcome: "nothing", reason },
    settle: (ctx) => (sending.parts.length > 0 ? finished(ctx, sending, revision) : undefined),
  });
  if (sending.revision >= revision) return settled("The platform already shows this revision");
  if (sending.revision === 0 && (sending.ambiguous || sending.begun))
    return settled("It is unknown whether the message was sent");
  if (sending.isRemoved || sending.parts.length === 0) return settled("The message is not on the platform");
  const message = await host.services.chats?.message(messageId);
  const text = message?.content.text;
  if (does === "remove") {
    if (text !== undefined) return settled("The message was restored in the meantime");
    return removeAll(attempt, settled);
  }
  if (text === undefined) return settled("The message was deleted in the meantime");
  const { edit } = link;
  if (!edit) return settled(`${outlet.kind.title} does not support edits`);
  return editAll(attempt, edit.bind(link), text, message?.revision ?? revision);
}

async function editAll(attempt: Attempt, edit: NonNullable<Link["edit"]>, text: string, target: number) {
  const { outlet, sending } = attempt;
  const { place, parts } = sending;
  const texts = partsOf(text, outlet.kind.text);
  const isKnown = parts.every(({ id }) => id !== undefined);
  if (!isKnown) return gone("The platform did not provide an id for the message");
  const both = Math.min(parts.length, texts.length);
  for (let at = 0; at < both; at++) {
    const [of, part] = [parts[at]?.id as string, texts[at] as string];
    await applyOnPlatform(attempt, (signal) => edit({ place, of, text: part }, signal));
  }
  for (const { id } of parts.slice(both))
    if (outlet.link.remove)
      await applyOnPlatform(attempt, (signal) => outlet.link.remove?.({ place, of: id as string }, signal));
  if (texts.length > parts.length) return sendText(attempt, text, target);
  const left = { ...sending, parts: parts.slice(0, Math.max(both, outlet.link.remove ? 0 : parts.length)) };
  return {
    note: { outcome: "changed" as const, parts: left.parts.length },
    settle: (ctx: Parameters<typeof finished>[0]) => finished(ctx, left, target),
  };

  function gone(reason: string): Outcome {
    return { note: { outcome: "nothing", reason }, settle: (ctx) => finished(ctx, sending, target) };
  }
}

async function removeAll(attempt: Attempt, settled: (reason: string) => Outcome): Promise<Outcome> {
  const { outlet, sending, entry } = attempt;
  const { link } = outlet;
  const { place, parts } = sending;
  if (!link.remove) return settled(`${outlet.kind.title} does not support deletions`);
  const known = parts.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (known.length === 0) return settled("The platform did not provide an id for the message");
  for (const of of known) await applyOnPlatform(attempt, (signal) => link.remove?.({ place, of }, signal));
  return {
    note: { outcome: "changed", parts: known.length },
    settle: (ctx) => finished(ctx, { ...sending, isRemoved: true }, entry.payload.revision),
  };
}

async function applyOnPlatform(
  attempt: Attempt,
  work: (signal: AbortSignal) => Promise<void> | undefined,
): Promise<void> {
  const { outlet, signal, note, sending } = attempt;
  await waitForLimit(attempt, sending.place);
  try {
    const late = `The platform did not respond within ${CHANGING / 1000} seconds`;
    await outlet.ask(async (limit) => work(limit), { limit: CHANGING, signal, late });
  } catch (error) {
    throw failureOf(error, note);
  }
}
