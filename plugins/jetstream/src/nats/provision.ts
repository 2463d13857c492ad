import type { JetStreamManager, StreamInfo } from "@nats-io/jetstream";
import type { ConsumerRecord } from "../collections.ts";
import { isMissing } from "./explain.ts";
import { matchesFilter } from "./subject.ts";

const NANOSECONDS = 1_000_000;
/** Milliseconds without an acknowledgement after which a message is delivered again. It is renewed during the work. */
const ACK_WAIT = 30_000;

/** What a stream is created with. */
interface StreamLimits {
  readonly maxAgeMs?: number;
  readonly maxBytes?: number;
  readonly replicas?: number;
}

type Provisioned = "created" | "updated" | "unchanged";

/** Creates a stream that stores these subjects. If it exists, adds the subjects that it does not store. */
export async function provisionStream(
  manager: JetStreamManager,
  { name, subjects, isQueue = false }: { name: string; subjects: readonly string[]; isQueue?: boolean },
  { maxAgeMs, maxBytes, replicas }: StreamLimits = {},
): Promise<Provisioned> {
  const { DiscardPolicy, RetentionPolicy, StorageType } = await import("@nats-io/jetstream");
  const found = await streamOf(manager, name);
  if (found) {
    const missing = subjects.filter((subject) => !found.config.subjects.some((one) => covers(one, subject)));
    if (missing.length === 0) return "unchanged";
    await manager.streams.update(name, { ...found.config, subjects: [...found.config.subjects, ...missing] });
    return "updated";
  }
  await manager.streams.add({
    ...{ name, subjects: [...subjects], storage: StorageType.File },
    // Handled commands are removed. Events stay until the limits are reached, and old ones make room for new ones.
    retention: isQueue ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    discard: isQueue ? DiscardPolicy.New : DiscardPolicy.Old,
    ...(maxAgeMs !== undefined && { max_age: maxAgeMs * NANOSECONDS }),
    ...(maxBytes !== undefined && { max_bytes: maxBytes }),
    ...(replicas !== undefined && { num_replicas: replicas }),
  });
  return "created";
}

/** Creates the durable consumer, or updates its filter and limits. */
export async function provisionDurable(
  manager: JetStreamManager,
  { stream, durable, filter, maxInFlight }: ConsumerRecord,
): Promise<Provisioned> {
  const { AckPolicy, DeliverPolicy, ReplayPolicy } = await import("@nats-io/jetstream");
  const settings = {
    filter_subject: filter,
    max_ack_pending: maxInFlight,
    ack_wait: ACK_WAIT * NANOSECONDS,
    // Counted by the gateway: the server would drop the message without a dead letter.
    max_deliver: -1,
  };
  const found = await manager.consumers.info(stream, durable).catch(nothingIfMissing);
  if (!found) {
    await manager.consumers.add(stream, {
      ...{ durable_name: durable, ack_policy: AckPolicy.Explicit },
      ...{ deliver_policy: DeliverPolicy.All, replay_policy: ReplayPolicy.Instant },
      ...settings,
    });
    return "created";
  }
  const { config } = found;
  const isSame = Object.entries(settings).every(([name, value]) => (config as Record<string, unknown>)[name] === value);
  if (isSame) return "unchanged";
  await manager.consumers.update(stream, durable, settings);
  return "updated";
}

/** The stream that stores a subject, if there is one. */
export const streamStoring = (manager: JetStreamManager, subject: string): Promise<string | undefined> =>
  manager.streams.find(subject).then(
    (name) => name,
    () => undefined,
  );

const streamOf = (manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> =>
  manager.streams.info(name).catch(nothingIfMissing);

function nothingIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Whether all subjects that match `filter` match `wider` too. */
function covers(wider: string, filter: string): boolean {
  if (!filter.endsWith(">")) return matchesFilter(wider, filter);
  const head = filter.slice(0, -1);
  // A part that no other filter names by chance, and several of them.
  return matchesFilter(wider, `${head}%.%`) && matchesFilter(wider, `${head}%`) && wider.endsWith(">");
}
