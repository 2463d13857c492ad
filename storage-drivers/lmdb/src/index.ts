import { type CommitThread, pollPosition } from "@postern/core/drivers";
import {
  type Batch,
  beforeWriting,
  type CompleteDriver,
  type Guarantees,
  type StoreDriver,
  StoreUnavailable,
  unavailable,
  type Version,
} from "@postern/core/storage";
import type { Transaction } from "lmdb";
import { diskFigures } from "./disk-space.ts";
import { named } from "./failure.ts";
import { FIRST, type Folder, type LmdbOptions, NUMBER, openFolder, type Store } from "./folder.ts";
import { checkPages, type PageCheck } from "./page-check.ts";
import { createReads } from "./reads.ts";
import { checkSizes } from "./sizes.ts";
import { startWriter } from "./thread.ts";
import { verifyInChild } from "./verify.ts";

export type { LmdbOptions } from "./folder.ts";

const GUARANTEES: Guarantees = { durable: true, processes: "many", atomic: "native", checksum: "record" };

/** How long the last trouble is reported, in milliseconds: a nearly full disk may still accept small commits. */
const TROUBLE_MS = 3_000;

const isOfDisk = ({ reason, cause }: StoreUnavailable): boolean =>
  reason === "full" || (cause as { code?: unknown } | undefined)?.code === "EIO";

/** The current state, kept on disk until the transaction ends. */
function hold(db: Store): Transaction {
  try {
    return db.useReadTransaction();
  } catch (error) {
    throw unavailable(named(error), "take a snapshot");
  }
}

/** The embedded store: a folder on a local disk, shared by several processes. Opened on first use. */
export default function lmdb(
  options: LmdbOptions,
): StoreDriver & CompleteDriver & Pick<Required<StoreDriver>, "getKeys"> {
  let folder: Folder | undefined;
  let writer: CommitThread | undefined;
  let pages: PageCheck | undefined;
  let trouble: StoreUnavailable | undefined;
  let troubledAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  /** A read without a gateway creates nothing: its path may be mistyped. */
  let creates = options.create ?? false;
  let isFresh = false;
  /** The last commit of this process whose answer has arrived. */
  let committed = 0;

  function open(): Folder {
    if (folder) return folder;
    if (closed) throw new StoreUnavailable("closed", `The store at ${options.path} is closed`);
    folder = openFolder({ ...options, create: creates });
    if (folder.readOnly) trouble = folder.readOnly;
    pages ??= checkPages(options.path);
    return folder;
  }

  const live = createReads(() => open().db);

  /** The writer thread has ended: the next use reopens everything. */
  function reset(): void {
    const old = folder;
    folder = undefined;
    writer = undefined;
    committed = 0;
    void old?.db.close();
  }

  async function commit(batches: readonly Batch[]) {
    const db = beforeWriting(() => {
      creates = options.create ?? true;
      const { readOnly, db } = open();
      if (readOnly) throw readOnly;
      checkSizes(batches);
      writer ??= startWriter(options, { lost: reset });
      return db;
    });
    try {
      const answers = await (writer as CommitThread).commit(batches);
      if (performance.now() - troubledAt > TROUBLE_MS) trouble = undefined;
      for (const answer of answers) if (answer !== false && answer > committed) committed = answer;
      return answers;
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        // The batches of a group that is too large are retried separately and may succeed.
        if (error.reason === "full" && batches.length > 1) throw error;
        // Checked for each commit, because the files may be put back.
        if (error.reason === "gone") throw error;
        trouble = error;
        troubledAt = isOfDisk(error) ? performance.now() : Number.NEGATIVE_INFINITY;
      }
      throw error;
    } finally {
      if (folder?.db === db) renew(db);
    }
  }

  /** Ends the read transaction, so that the next read sees the commit. If that fails, the next read reports it. */
  function renew(db: Store): void {
    try {
      db.resetReadTxn();
    } catch {}
  }

  /** Renews the read transaction once for all calls of a round of microtasks: nothing can arrive in between. */
  function refresh(): void {
    if (isFresh) return;
    isFresh = true;
    queueMicrotask(() => {
      isFresh = false;
    });
    open().db.resetReadTxn();
  }

  function snapshot() {
    const { db } = open();
    refresh();
    const transaction = hold(db);
    let held = true;
    const current = () => {
      if (held && folder?.db === db) return db;
      throw new StoreUnavailable("closed", "This snapshot was released");
    };
    return {
      ...createReads(current, transaction),
      release() {
        if (held && folder?.db === db) transaction.done();
        held = false;
      },
    };
  }

  function position(): Version {
    return Number(open().db.get(NUMBER) ?? 0);
  }

  async function dispose() {
    closed = true;
    pages?.stop();
    pages = undefined;
    await writer?.stop();
    const old = folder;
    folder = undefined;
    writer = undefined;
    committed = 0;
    await old?.db.close();
  }

  function currentTrouble(): StoreUnavailable | undefined {
    try {
      open().assertSameFiles();
    } catch (error) {
      return unavailable(error, "open");
    }
    return trouble ?? pages?.trouble();
  }

  return {
    name: "lmdb",
    guarantees: GUARANTEES,
    ...live,
    hasItem: (key: string) => live.getItem(key) !== null,
    getKeys: () => [...open().db.getKeys({ start: FIRST })],
    commit,
    committed: () => committed,
    snapshot,
    open() {
      closed = false;
      creates = options.create ?? true;
    },
    refresh,
    position,
    onCommit: pollPosition(() => {
      refresh();
      return position();
    }),
    figures() {
      // Not typed by the library.
      const stats = open().db.getStats() as Record<string, number>;
      const { pageSize = 0, lastPageNumber = 0, mapSize = 0, entryCount = 0, numReaders = 0 } = stats;
      const { treeDepth = 0, treeBranchPageCount = 0, treeLeafPageCount = 0, overflowPages = 0 } = stats;
      return {
        ...diskFigures(options.path),
        bytes: (lastPageNumber + 1) * pageSize,
        map_bytes: mapSize,
        tree_pages: treeBranchPageCount + treeLeafPageCount,
        overflow_pages: overflowPages,
        tree_depth: treeDepth,
        records: entryCount,
        readers: numReaders,
      };
    },
    verify: (signal) => verifyInChild(options.path, signal),
    trouble: currentTrouble,
    dispose,
  };
}
