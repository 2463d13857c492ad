import { type Snapshot, StoreUnavailable, type Version } from "@postern/core/storage";
import type { Connection } from "./connection.ts";
import { isConnectionFailure, storeError } from "./failure.ts";
import type { Settings } from "./options.ts";
import type { Pool } from "./pool.ts";
import { ReadBatch, readerOn } from "./reads.ts";
import type { Statement, Statements } from "./statements.ts";

/** A transaction that all queries share which were made before it began: it contains what each of them must see. */
interface Shared {
  holders: number;
  gather(): ReadBatch;
  number(): Promise<Version>;
  release(): void;
}

const none: readonly Statement[] = [];

/** Snapshots as transactions of the pool's connections. Without a free one, new queries wait together for the next. */
export function createSnapshots(pool: Pool, texts: Statements, settings: Settings): { take(): Snapshot } {
  /** The snapshot that has not begun yet. */
  let boarding: Shared | undefined;

  function take(): Snapshot {
    boarding ??= createShared();
    const shared = boarding;
    shared.holders++;
    let held = true;
    const current = (): Shared => {
      if (held) return shared;
      throw new StoreUnavailable("closed", "This snapshot was released");
    };
    return {
      ...readerOn(() => current().gather()),
      position: () => current().number(),
      release() {
        if (!held) return;
        held = false;
        shared.holders--;
        if (shared.holders === 0) shared.release();
      },
    };
  }

  function createShared(): Shared {
    let connection: Connection | undefined;
    let next = new ReadBatch();
    let isRunning = false;
    let hasEnded = false;
    let failure: unknown;
    let number: Promise<Version> | undefined;

    function gather(): ReadBatch {
      if (!isRunning) {
        isRunning = true;
        setImmediate(run);
      }
      return next;
    }

    async function run(): Promise<void> {
      while (!next.isEmpty) {
        const isFirst = connection === undefined && failure === undefined;
        if (isFirst) await begin();
        const batch = next;
        next = new ReadBatch();
        await send(batch, isFirst ? [{ name: "snapshot", text: texts.snapshot }] : none);
      }
      isRunning = false;
      if (hasEnded) end();
    }

    async function begin(): Promise<void> {
      try {
        connection = await pool.take();
      } catch (error) {
        failure = error;
      }
      // From here on, what others commit may be missing in it.
      if (boarding === shared) boarding = undefined;
    }

    async function send(batch: ReadBatch, before: readonly Statement[]): Promise<void> {
      try {
        if (failure !== undefined) throw failure;
        const statements = [...before, ...batch.statements(texts)];
        batch.resolve((await answersOf(statements, before.length > 0)).slice(before.length));
      } catch (error) {
        failure = storeError(error, "read", settings);
        connection?.destroy();
        batch.reject(failure);
      }
    }

    async function answersOf(statements: readonly Statement[], isFirst: boolean) {
      try {
        return await (connection as Connection).run(statements);
      } catch (error) {
        // Nothing was read yet, so the snapshot can begin on another connection, for example after a restart.
        if (!isFirst || !isConnectionFailure(error)) throw error;
        connection?.destroy();
        pool.give(connection as Connection);
        connection = undefined;
        connection = await pool.take();
        return connection.run(statements);
      }
    }

    function end(): void {
      const ended = connection;
      connection = undefined;
      failure = new StoreUnavailable("closed", "This snapshot was released");
      if (!ended) return;
      // What the next user sends runs after it.
      if (ended.isOpen()) ended.run([{ name: "commit", text: texts.commit }]).catch(ended.destroy);
      pool.give(ended);
    }

    const shared: Shared = {
      holders: 0,
      gather,
      number() {
        number ??= gather().number();
        return number;
      },
      release() {
        hasEnded = true;
        if (boarding === shared) boarding = undefined;
        if (!isRunning) end();
      },
    };
    return shared;
  }

  return { take };
}
