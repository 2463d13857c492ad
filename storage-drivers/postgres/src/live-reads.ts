import { isConnectionFailure, storeError } from "./failure.ts";
import type { Settings } from "./options.ts";
import type { Pool } from "./pool.ts";
import { ReadBatch, readerOn } from "./reads.ts";
import type { Statements } from "./statements.ts";

/**
 * Reads of the newest state. What is asked for while all connections are busy goes together into the next round trip,
 * so that many callers cost few statements.
 */
export function createLiveReads(pool: Pool, size: number, texts: Statements, settings: Settings) {
  let next = new ReadBatch();
  let busy = 0;
  let scheduled = false;

  function gather(): ReadBatch {
    schedule();
    return next;
  }

  /** What is asked for in the same turn of the event loop is gathered too. */
  function schedule(): void {
    if (scheduled || busy >= size) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (next.isEmpty || busy >= size) return;
      const batch = next;
      next = new ReadBatch();
      void send(batch);
    });
  }

  async function send(batch: ReadBatch): Promise<void> {
    busy++;
    try {
      batch.resolve(await attempt(batch));
    } catch (error) {
      batch.reject(storeError(error, "read", settings));
    } finally {
      busy--;
      if (!next.isEmpty) schedule();
    }
  }

  async function attempt(batch: ReadBatch) {
    try {
      return await read(batch);
    } catch (error) {
      // The server may have restarted since the connection was last used.
      if (!isConnectionFailure(error)) throw error;
      return read(batch);
    }
  }

  const read = (batch: ReadBatch) => pool.run(batch.statements(texts));

  return { ...readerOn(gather), number: () => gather().number() };
}
