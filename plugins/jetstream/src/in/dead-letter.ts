import type { JsMsg } from "@nats-io/jetstream";
import type { GatewayError } from "@postern/core";
import { type ConsumerRecord, deadCount } from "../collections.ts";
import { messageDied } from "../events.ts";
import type { OurHost } from "../host.ts";
import type { Link } from "../nats/connect.ts";

interface Dead {
  readonly host: OurHost;
  readonly link: Link;
  readonly consumer: ConsumerRecord;
  readonly message: JsMsg;
  readonly messageId: string;
  readonly error: Pick<GatewayError, "code" | "message">;
}

/** Values of headers are one line. */
const MAX_REASON = 500;

/**
 * Publishes a message that cannot be handled to the subject for dead letters, waits until a stream has stored it, and
 * reports it. Only then may it be removed. Throws if no stream stores the subject.
 */
export async function publishDeadLetter({ host, link, consumer, message, messageId, error }: Dead): Promise<void> {
  const { id, contextId, deadLetterSubject } = consumer;
  if (deadLetterSubject !== undefined) {
    const { headers } = await import("@nats-io/transport-node");
    const header = headers();
    // Those of the server describe its first publication.
    for (const [name, values] of message.headers ?? [])
      if (!name.startsWith("Nats-")) for (const value of values) header.append(name, value);
    const { info, subject, data } = message;
    const added = {
      "Postern-Dead-Code": error.code,
      "Postern-Dead-Reason": error.message.replace(/\s+/g, " ").slice(0, MAX_REASON),
      "Postern-Dead-Subject": subject,
      "Postern-Dead-Stream": info.stream,
      "Postern-Dead-Sequence": String(info.streamSequence),
      "Postern-Dead-Deliveries": String(info.deliveryCount),
      "Postern-Message-Id": messageId,
    };
    for (const [name, value] of Object.entries(added)) header.set(name, value);
    await link.jetstream.publish(deadLetterSubject, data, { msgID: `${id}:${messageId}`, headers: header });
  }
  await host.transact(({ store, emit }) => {
    store.add(deadCount, 1, id);
    const kept = deadLetterSubject === undefined ? "discarded" : "published";
    emit(messageDied, {
      ...{ consumerId: id, contextId, messageId, sequence: message.seq },
      ...{ code: error.code, kept },
    });
  });
}
