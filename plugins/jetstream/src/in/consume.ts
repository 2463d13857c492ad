import type { JsMsg } from "@nats-io/jetstream";
import { type ConsumerRecord, handledCount } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { Session } from "../link/supervise.ts";
import { handleMessage } from "./handle.ts";

const NANOSECONDS = 1_000_000;
/** Milliseconds between two commits of the number of handled messages. */
const COUNT_EVERY = 2_000;

/**
 * Handles messages of the durable consumer until the session ends, at most `maxInFlight` at a time. The server keeps the
 * others.
 */
export async function consumeMessages(host: OurHost, consumer: ConsumerRecord, session: Session): Promise<void> {
  const { stream, durable, maxInFlight, id } = consumer;
  const { signal, link } = session;
  const source = await link.jetstream.consumers.get(stream, durable);
  const { config } = await source.info(true);
  const ackWait = (config.ack_wait ?? 30_000 * NANOSECONDS) / NANOSECONDS;
  await session.begun();
  const messages = await source.consume({ max_messages: maxInFlight, abort_on_missing_resource: true });
  const stop = () => void messages.close();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const running = new Set<Promise<void>>();
  const count = createCount(host, id);
  try {
    for await (const message of messages) {
      const work = handle(message);
      running.add(work);
      void work.finally(() => running.delete(work));
      if (running.size >= maxInFlight) await Promise.race(running);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // What has begun ends before another connection begins to handle the same messages.
    await Promise.all(running);
    await count.stop();
  }
  signal.throwIfAborted();
  throw new Error(`The durable consumer "${durable}" was deleted at the server.`);

  async function handle(message: JsMsg): Promise<void> {
    try {
      await handleMessage({ host, consumer, session, ackWait }, message);
      count.add();
    } catch (error) {
      // It is delivered again.
      if (!signal.aborted) session.report(error);
    }
  }
}

/** Counts handled messages with a commit every few seconds. */
function createCount(host: OurHost, id: string) {
  let counted = 0;
  const save = async () => {
    const more = counted;
    counted = 0;
    if (more > 0) await host.transact(({ store }) => store.add(handledCount, more, id)).catch(() => {});
  };
  const timer = setInterval(() => void save(), COUNT_EVERY);
  timer.unref();
  return {
    add: () => void counted++,
    async stop() {
      clearInterval(timer);
      await save();
    },
  };
}
