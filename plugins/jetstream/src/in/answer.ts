import type { GatewayError } from "@postern/core";
import type { Link } from "../nats/connect.ts";
import type { Outcome } from "./call.ts";

/** An answer, as JSON. */
export type Answer =
  | Exclude<Outcome, { status: "failed" }>
  | { readonly status: "failed" | "dead"; readonly error: ShownError };

interface ShownError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error for the sender of a message. */
export const shownError = ({ code, status, message, data }: GatewayError): ShownError => ({
  ...{ code, status, message, data },
});

interface Addressed {
  readonly subject: string;
  readonly messageId: string;
  /** The `Nats-Msg-Id` of the answer: the same at each delivery of the message. */
  readonly answerId: string;
}

/** Bytes for the headers, which count as part of a message. */
const HEADERS = 1_024;

/** Sends an answer. It arrives before an acknowledgement that is sent after it, because both use one connection. */
export async function sendAnswer({ connection }: Link, to: Addressed, answer: Answer): Promise<void> {
  const { headers } = await import("@nats-io/transport-node");
  const header = headers();
  header.set("content-type", "application/json");
  header.set("Nats-Msg-Id", to.answerId);
  header.set("Postern-Message-Id", to.messageId);
  header.set("Postern-Status", answer.status);
  const whole = JSON.stringify({ id: to.messageId, ...answer });
  const limit = (connection.info?.max_payload ?? 2 ** 20) - HEADERS;
  const text = Buffer.byteLength(whole) <= limit ? whole : tooLong(to, answer, limit);
  connection.publish(to.subject, text, { headers: header });
}

/** The command was executed, so the answer keeps its status and says what is missing. */
const tooLong = ({ messageId: id }: Addressed, { status }: Answer, limit: number): string =>
  JSON.stringify({ id, status, omitted: `The answer is longer than ${limit} bytes, the limit of the server.` });
