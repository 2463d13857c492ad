import { isGatewayError } from "@postern/core";

const MAX_LENGTH = 300;
const EXPECTED_STREAM = 10060;
const STREAM_NOT_FOUND = 10059;
const CONSUMER_NOT_FOUND = 10014;

/** The command that creates what a bridge or consumer needs at the server. */
export const provisionOf = (id: string): string =>
  `postern jetstream ${id.startsWith("bridge_") ? "bridges" : "consumers"} provision --id ${id} --execute`;

/** What is wrong, and what a person can do, in one text without a secret. */
export function explain(error: unknown, { id, stream }: { readonly id: string; readonly stream: string }): string {
  const provision = `Create it with "${provisionOf(id)}".`;
  const {
    name = "",
    message = String(error),
    code,
  } = (error ?? {}) as { name?: string; message?: string; code?: unknown };
  if (isGatewayError(error)) return error.message.slice(0, MAX_LENGTH);
  if (code === STREAM_NOT_FOUND) return `The stream "${stream}" does not exist at the server. ${provision}`;
  if (code === CONSUMER_NOT_FOUND) return `The durable consumer does not exist in the stream "${stream}". ${provision}`;
  if (code === EXPECTED_STREAM) return `The subject is stored by another stream than "${stream}".`;
  if (name === "JetStreamNotEnabled")
    return `No stream stores the subject, or JetStream is not enabled at the server. ${provision}`;
  if (name === "TimeoutError") return "The server did not answer in time.";
  return message.slice(0, MAX_LENGTH);
}

/** Whether a stream or durable consumer does not exist. */
export const isMissing = (error: unknown): boolean =>
  [STREAM_NOT_FOUND, CONSUMER_NOT_FOUND].includes((error as { code?: number } | undefined)?.code ?? 0);
