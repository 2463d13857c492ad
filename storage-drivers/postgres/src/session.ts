import { setTimeout as pause } from "node:timers/promises";
import type { Batch, Version } from "@postern/core/storage";
import { verified } from "@postern/core/verify";
import { type Connection, connect } from "./connection.ts";
import { isStarting, storeError } from "./failure.ts";
import { channelOf, createAnnouncer, createListener } from "./listener.ts";
import { createLiveReads } from "./live-reads.ts";
import type { Settings } from "./options.ts";
import { createPool } from "./pool.ts";
import { createSnapshots } from "./snapshots.ts";
import { statementsOf } from "./statements.ts";
import { prepareTables } from "./tables.ts";
import { createWriter } from "./writer.ts";

/** An open store: its connections and what they do. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** Connects and prepares the tables. Throws StoreUnavailable if that is not possible. */
export async function openSession(settings: Settings) {
  const texts = statementsOf(settings.schema);
  const channel = channelOf(settings);
  await prepare(settings);

  const pool = createPool(settings.readers, () => connect(settings, "reader"), settings);
  const reads = createLiveReads(pool, Math.ceil(settings.readers / 3), texts, settings);
  const snapshots = createSnapshots(pool, texts, settings);
  const writer = createWriter(() => connect(settings, "writer"), texts, settings);
  const announce = createAnnouncer(() => writer.send({ name: "notify", text: texts.notify, values: [channel] }));
  const listener = createListener(
    (onMessage) => connect(settings, "listener", onMessage),
    () => reads.number(),
    channel,
  );

  async function commit(batches: readonly Batch[]): Promise<(Version | false)[]> {
    const answers = await writer.commit(batches);
    const last = answers.findLast((answer) => answer !== false);
    if (last) announce(last);
    return answers;
  }

  async function verify(signal: AbortSignal) {
    const snapshot = snapshots.take();
    try {
      return await verified(snapshot, undefined, signal);
    } finally {
      snapshot.release();
    }
  }

  return {
    reads,
    snapshots,
    commit,
    verify,
    committed: writer.known,
    position: () => reads.number(),
    watch: (found: (number: Version) => void) =>
      listener.on((number) => {
        writer.saw(number);
        found(number);
      }),
    trouble: writer.trouble,
    async close() {
      await writer.close();
      await listener.close();
      await pool.close();
    },
  };
}

/** Waits for a server that is starting. */
async function prepare(settings: Settings): Promise<void> {
  const until = performance.now() + settings.timeout;
  for (;;) {
    let connection: Connection | undefined;
    try {
      connection = await connect(settings, "writer");
      return await prepareTables(connection, settings);
    } catch (error) {
      if (!isStarting(error) || performance.now() > until) throw storeError(error, "open the store", settings);
      await pause(200);
    } finally {
      await connection?.end().catch(() => {});
    }
  }
}
