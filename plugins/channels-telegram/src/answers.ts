import { failureOf, oneLine } from "@postern/channels/kind";
import { notSent, refused, secretRejected } from "@postern/channels/services";
import { GrammyError, HttpError } from "grammy";

type Fault =
  | { readonly word: "limited"; readonly wait: number; readonly reason: string }
  /** The token is invalid: nothing works until somebody changes it. */
  | { readonly word: "barred"; readonly reason: string }
  /** Another program receives this bot's updates. */
  | { readonly word: "conflict"; readonly reason: string }
  | { readonly word: "refused"; readonly reason: string; readonly migratedTo?: number }
  | { readonly word: "unsent"; readonly reason: string }
  /** The outcome is unknown. */
  | { readonly word: "open"; readonly reason: string };

const MAX_WAIT = 24 * 60 * 60;

/** Classifies an error of a Bot API call. */
export function faultOf(error: unknown): Fault {
  if (error instanceof GrammyError) return answered(error);
  const { reason, isUnsent } = failureOf(error instanceof HttpError ? error.error : error, "Telegram");
  return { word: isUnsent ? "unsent" : "open", reason };
}

function answered({ error_code: code, description, parameters }: GrammyError): Fault {
  // An answer that is not from the Bot API has neither field.
  if (!Number.isInteger(code) || typeof description !== "string")
    return { word: "open", reason: "Telegram did not answer with a valid Bot API response" };
  const reason = `Telegram answered: ${oneLine(description)} (${code})`;
  if (code === 401 || (code === 404 && description === "Not Found"))
    return { word: "barred", reason: `Telegram rejected the bot token (${code}): it is wrong or was revoked` };
  if (code === 429) {
    const seconds = Math.min(Math.max(Number(parameters.retry_after) || 30, 1), MAX_WAIT);
    return { word: "limited", wait: seconds * 1_000, reason: `Telegram asks to wait ${seconds} s (429)` };
  }
  if (code === 409) return { word: "conflict", reason: conflict(description) };
  if (code >= 500) return { word: "open", reason };
  const { migrate_to_chat_id: migratedTo } = parameters;
  return { word: "refused", reason, ...(typeof migratedTo === "number" && { migratedTo }) };
}

const conflict = (description: string): string =>
  /webhook/i.test(description)
    ? "The bot has a webhook, so it receives no updates here (409). Remove it with deleteWebhook."
    : "Another program receives this bot's updates (409). Stop it, or use another bot.";

/** The error of a send with a verdict. `barred` is called if the token is no longer valid. */
export function verdictOn(error: unknown, barred: (reason: string) => void): Error {
  const fault = faultOf(error);
  if (fault.word === "limited") return notSent(fault.reason, fault.wait);
  if (fault.word === "refused") return refused(fault.reason);
  if (fault.word === "open") return new Error(fault.reason);
  if (fault.word === "barred") barred(fault.reason);
  return notSent(fault.reason);
}

/** The error of opening a link with a verdict. */
export function openingError(error: unknown): Error {
  const fault = faultOf(error);
  return fault.word === "barred" ? secretRejected(fault.reason) : new Error(fault.reason);
}
