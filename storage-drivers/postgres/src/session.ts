import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Batch, Version } from "@postern/core/storage";
import { verified } from "@postern/core/verify";
import { startClock } from "./clock.ts";
import { createCommits } from "./commits.ts";
import { type Connection, connect } from "./connection.ts";
import { isStarting, storeError } from "./failure.ts";
import { channelOf, createListener } from "./listener.ts";
import { createLiveReads } from "./live-reads.ts";
import type { Settings } from "./options.ts";
import { createPool } from "./pool.ts";
import { readPosition } from "./position-file.ts";
import { inspectServer, isForeign } from "./server.ts";
import { createSnapshots } from "./snapshots.ts";
import { type Statements, statementsOf } from "./statements.ts";
import { prepareTables } from "./tables.ts";

/** An open store: its connections and what they do. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** Connects and prepares the tables. Throws StoreUnavailable if that is not possible. */
export async function openSession(settings: Settings) {
  const texts = statementsOf(settings.schema);
  const channel = channelOf(settings);
  /** Names this gateway in its notifications. */
  const id = randomUUID();
  const isLost = await prepare(settings, texts);

  const pool = createPool(settings.readers, () => connect(settings, "reader"), settings);
  const clock = await startClock(pool, texts, settings).catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  const reads = createLiveReads(pool, Math.ceil(settings.readers / 3), texts, settings);
  const snapshots = createSnapshots(pool, texts, settings);
  const commits = createCommits(settings, id);
  const listener = createListener(
    (onMessage) => connect(settings, "listener", (payload) => payload !== id && onMessage()),
    () => reads.number(),
    channel,
  );

  /** The last commit that is known: all reads from now on see it. */
  let known: Version = 0;
  const note = (number: Version): void => {
    if (number > known) known = number;
  };

  let flights = 0;
  async function commit(batches: readonly Batch[]): Promise<(Version | false)[]> {
    flights++;
    const answers = await commits.commit(batches);
    for (const answer of answers) if (answer !== false) note(answer);
    return answers;
  }

  async function figures(): Promise<Record<string, number>> {
    const [rows] = await pool.run([{ name: "size", text: texts.size }]);
    const { open, busy, waiting } = pool.counts();
    return {
      flights_total: flights,
      read_connections: open,
      read_connections_busy: busy,
      reads_waiting_for_connections: waiting,
      bytes: Number(rows?.[0]?.[0]),
    };
  }

  async function verify(signal: AbortSignal) {
    const snapshot = snapshots.take();
    try {
      return await verified(snapshot, undefined, signal);
    } finally {
      snapshot.release();
    }
  }

  // Readers must see the new epoch even if nobody commits. A role that may not write leaves it to others.
  if (isLost) await commit([{ checks: [], writes: [] }]).catch(() => {});

  return {
    reads,
    snapshots,
    commit,
    verify,
    figures,
    now: clock.now,
    committed: () => known,
    position: () => reads.number(),
    onCommit: (found: (number: Version) => void) =>
      listener.on((number) => {
        note(number);
        found(number);
      }),
    trouble: commits.trouble,
    async close() {
      clock.stop();
      await commits.stop();
      await listener.close();
      await pool.close();
    },
  };
}

/** Whether the server may have lost commits. Waits for a server that is starting. */
async function prepare(settings: Settings, texts: Statements): Promise<boolean> {
  const until = performance.now() + settings.timeout;
  for (;;) {
    let connection: Connection | undefined;
    try {
      connection = await connect(settings, "writer");
      await prepareTables(connection, settings);
      return await hasLost(connection, settings, texts);
    } catch (error) {
      if (!isStarting(error) || performance.now() > until) throw storeError(error, "open the store", settings);
      await pause(200);
    } finally {
      await connection?.end().catch(() => {});
    }
  }
}

async function hasLost(connection: Connection, { positionFile }: Settings, texts: Statements): Promise<boolean> {
  const { name, isBehind } = await inspectServer(connection, texts, readPosition(positionFile));
  const [rows] = await connection.run([{ name: "number", text: texts.number }]);
  return isBehind || isForeign(rows?.[0]?.[1], name);
}
