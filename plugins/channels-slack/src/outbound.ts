import { setTimeout as pause } from "node:timers/promises";
import { wellFormed } from "@postern/channels/kind";
import { type Link, type Outgoing, refused } from "@postern/channels/services";
import type { WebClient } from "@slack/web-api";
import { faultOf, verdictOn } from "./answers.ts";
import { toMrkdwn } from "./text.ts";

/** The metadata type by which our own messages are found again. */
const MARK = "postern_message";
/** Milliseconds after which a request to Slack has either been executed or never will be. */
const SETTLED = 10_000;
/** Maximum difference between Slack's clock and ours, in milliseconds. */
const SKEW = 5 * 60_000;
const MAX_ATTEMPTS = 1_000;
const MAX_PAGES = 5;

interface Seen {
  readonly ts?: string;
  readonly bot_id?: string;
  readonly metadata?: { readonly event_type?: string; readonly event_payload?: unknown };
}

/** Sends messages. `barred` is called if the tokens are no longer valid. */
export function createOutbound(
  web: WebClient,
  bot: string | undefined,
  barred: (reason: string) => void,
): Required<Pick<Link, "send" | "edit" | "remove" | "confirm">> {
  /** Start and failure times of sends with unknown outcome, which limit how far back to search for the message. */
  const attempts = new Map<string, { began: number; failed: number }>();

  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw verdictOn(error, barred);
    }
  };

  return {
    async send({ place, text, idempotencyKey }) {
      const { channel, thread } = placeOf(place);
      const began = Date.now();
      try {
        const { ts } = await web.chat.postMessage({
          channel,
          ...(thread !== undefined && { thread_ts: thread }),
          text: toMrkdwn(wellFormed(text)),
          metadata: { event_type: MARK, event_payload: { key: idempotencyKey } },
        });
        attempts.delete(idempotencyKey);
        return ts === undefined ? {} : { id: `${channel}/${ts}` };
      } catch (error) {
        if (faultOf(error).word === "open") {
          if (attempts.size >= MAX_ATTEMPTS) attempts.delete(attempts.keys().next().value as string);
          attempts.set(idempotencyKey, { began: attempts.get(idempotencyKey)?.began ?? began, failed: Date.now() });
        }
        throw verdictOn(error, barred);
      }
    },

    async edit({ of, text }) {
      await asked(web.chat.update({ ...messageOf(of), text: toMrkdwn(wellFormed(text)) }));
    },

    async remove({ of }) {
      await asked(
        web.chat.delete(messageOf(of)).catch((error: unknown) => {
          const fault = faultOf(error);
          if (fault.word !== "refused" || fault.code !== "message_not_found") throw error;
        }),
      );
    },

    async confirm(message, signal) {
      const attempt = attempts.get(message.idempotencyKey);
      const found = await lookFor(message, attempt?.began);
      if (!attempt || found === "unknown" || found.sent) return found;
      // The request may still be executed: wait until that is no longer possible.
      const wait = attempt.failed + SETTLED - Date.now();
      if (wait <= 0) return found;
      await pause(wait, undefined, { signal });
      return lookFor(message, attempt.began);
    },
  };

  /** Searches for the message. `sent: false` only if nothing can have been missed. */
  async function lookFor(
    { place, idempotencyKey }: Outgoing,
    since: number | undefined,
  ): Promise<{ sent: boolean; id?: string } | "unknown"> {
    const { channel, thread } = placeOf(place);
    const oldest = since !== undefined && { oldest: String((since - SKEW) / 1_000) };
    let cursor: string | undefined;
    let isAllKnown = bot !== undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const asking = { channel, limit: 200, include_all_metadata: true, ...oldest, ...(cursor && { cursor }) };
      const found = await readPage(
        thread === undefined ? web.conversations.history(asking) : web.conversations.replies({ ...asking, ts: thread }),
      );
      if (!found) return "unknown";
      for (const { ts, bot_id, metadata } of found.messages) {
        if (metadata?.event_type === MARK && keyIn(metadata.event_payload) === idempotencyKey)
          return { sent: true, ...(ts !== undefined && { id: `${channel}/${ts}` }) };
        // If our own messages have no metadata, this one would not have any either.
        if (bot_id !== undefined && bot_id === bot && metadata === undefined) isAllKnown = false;
      }
      cursor = found.next;
      if (cursor === undefined) return isAllKnown ? { sent: false } : "unknown";
    }
    return "unknown";
  }
}

async function readPage(
  asked: Promise<{ messages?: Seen[]; has_more?: boolean; response_metadata?: { next_cursor?: string } }>,
): Promise<{ messages: Seen[]; next: string | undefined } | undefined> {
  try {
    const { messages = [], has_more = false, response_metadata } = await asked;
    const next = response_metadata?.next_cursor;
    // There are more messages but no cursor, so the search is incomplete.
    if (has_more && !next) return undefined;
    return { messages, next: next || undefined };
  } catch {
    return undefined;
  }
}

const keyIn = (payload: unknown): unknown => (payload as { key?: unknown } | undefined)?.key;

function placeOf(place: string): { channel: string; thread?: string } {
  const [, channel, thread] = /^([A-Z0-9]{2,32})(?:\/(\d+\.\d+))?$/.exec(place) ?? [];
  if (channel === undefined) throw refused("Invalid Slack conversation id");
  return { channel, ...(thread !== undefined && { thread }) };
}

function messageOf(id: string): { channel: string; ts: string } {
  const [, channel, ts] = /^([A-Z0-9]{2,32})\/(\d+\.\d+)$/.exec(id) ?? [];
  if (channel === undefined || ts === undefined) throw refused("Invalid Slack message id");
  return { channel, ts };
}
