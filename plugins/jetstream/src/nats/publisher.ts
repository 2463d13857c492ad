import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { REQUEST_TIMEOUT } from "./connect.ts";

/** A message that a stream must store. */
interface Publication {
  readonly subject: string;
  readonly payload: Uint8Array;
  /** The `Nats-Msg-Id`. */
  readonly id: string;
  readonly contentType: string;
}

interface Publisher {
  /** Sends a message. Resolves when the stream has stored it. */
  publish(message: Publication): Promise<void>;
  stop(): void;
}

interface Waiting {
  readonly sentAt: number;
  readonly subject: string;
  resolve(): void;
  reject(error: unknown): void;
}

/** The answer of JetStream to a message. */
interface Acknowledgement {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

const NO_RESPONDERS = 503;
const LOOK_EVERY = 1_000;

/**
 * Publishes many messages at a time. The client's own `publish` makes a request of each, with a timer and an error that is
 * prepared in case it fails, which takes longer than everything else together. Here all share a subscription and a timer.
 */
export async function createPublisher(connection: NatsConnection, stream: string): Promise<Publisher> {
  const { createInbox, headers } = await import("@nats-io/transport-node");
  const inbox = createInbox();
  const waiting = new Map<string, Waiting>();
  let next = 0;
  const subscription = connection.subscribe(`${inbox}.*`, {
    callback(error, message) {
      if (error) failAll(error);
      else acknowledge(message);
    },
  });
  const timer = setInterval(failLate, LOOK_EVERY);
  timer.unref();

  function acknowledge(message: Msg): void {
    const token = message.subject.slice(inbox.length + 1);
    const found = waiting.get(token);
    if (!found) return;
    waiting.delete(token);
    const fault = faultIn(message, found.subject);
    if (fault) found.reject(fault);
    else found.resolve();
  }

  /** Messages are acknowledged in their order, so the first one waits longest. */
  function failLate(): void {
    const [first] = waiting.values();
    if (!first || performance.now() - first.sentAt < REQUEST_TIMEOUT) return;
    failAll(Object.assign(new Error("The server did not acknowledge a message in time"), { name: "TimeoutError" }));
  }

  function failAll(error: unknown): void {
    const failed = [...waiting.values()];
    waiting.clear();
    for (const { reject } of failed) reject(error);
  }

  return {
    publish: ({ subject, payload, id, contentType }) =>
      new Promise((resolve, reject) => {
        const token = String(next++);
        const header = headers();
        header.set("Nats-Msg-Id", id);
        header.set("Nats-Expected-Stream", stream);
        header.set("content-type", contentType);
        waiting.set(token, { sentAt: performance.now(), subject, resolve, reject });
        connection.publish(subject, payload, { reply: `${inbox}.${token}`, headers: header });
      }),
    stop() {
      clearInterval(timer);
      if (!connection.isClosed()) subscription.unsubscribe();
    },
  };
}

/** Why a message was not stored. Undefined if it was. */
function faultIn({ headers, data }: Msg, subject: string): Error | undefined {
  if (headers?.code === NO_RESPONDERS && data.length === 0)
    return Object.assign(new Error(`No stream stores ${subject}`), { name: "JetStreamNotEnabled" });
  const { error } = JSON.parse(Buffer.from(data).toString("utf8")) as Acknowledgement;
  return error && Object.assign(new Error(error.description ?? "The message was refused"), { code: error.err_code });
}
