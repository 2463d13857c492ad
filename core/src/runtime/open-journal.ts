import { type Caller, createCaller } from "../define/caller.ts";
import type { GatewayError } from "../define/error.ts";
import type { Journal } from "../define/journal.ts";
import { causeOf, type Logger } from "../define/log.ts";
import type { Transacting } from "../define/transaction.ts";
import { type Clock, checkClock, startClock } from "../journal/clock.ts";
import { type CommitLimits, limited } from "../journal/commit-limits.ts";
import { type Entry, entryOf, type Run, record } from "../journal/entry.ts";
import { createCommitNotifier } from "../journal/notifier.ts";
import { createJournal } from "../journal/read.ts";
import { countRefusals } from "../journal/refusals.ts";
import { type JournalLimits, startTrimming } from "../journal/trim.ts";
import {
  type CommitQueue,
  type CompleteDriver,
  createCommitQueue,
  type MaybePromise,
  Transaction,
  type Version,
} from "../storage/index.ts";
import type { Bus } from "./bus.ts";
import { publishAll, publishOwn } from "./publish.ts";
import { type JoinableCommit, type Store, transactAs, transact as transactIn } from "./transactions.ts";

interface Setting {
  readonly driver: CompleteDriver;
  readonly bus: Bus;
  readonly log: Logger;
  /** How much history is kept. */
  readonly journal?: JournalLimits | undefined;
  readonly limits: CommitLimits;
  now(): number;
  id(prefix: string, now: number): string;
  onDamaged(key: string): void;
  readonly onPut: Store["onPut"];
}

/** The journal of a running gateway and the queue of its commits. */
export interface OpenJournal {
  readonly journal: Journal;
  readonly queue: CommitQueue;
  /** The clock by which keys expire. */
  readonly clock: Clock;
  /** Creates ids in ascending order, even if the system clock is set back. */
  id(prefix: string, now: number): string;
  readonly onPut: Store["onPut"];
  onCommit(listener: () => void): () => void;
  /** Called for each commit that has a journal entry, in commit order. */
  onCommitted(entry: Entry, number: Version): void;
  /** Records that a command failed, without slowing down the call. */
  failed(call: { readonly caller: Caller }, run: Run): void;
  /** Counts a refusal. */
  refused(error: GatewayError): void;
  /** Reads and writes as one commit, with its events, on behalf of a caller. */
  transact<T>(caller: Caller, work: (ctx: Transacting, joint: JoinableCommit) => MaybePromise<T>): Promise<T>;
  /** Resolves when everything is recorded and published. */
  stop(): Promise<void>;
}

/** The caller of the kernel's own events. */
const kernel = createCaller({ contextId: "gateway", chain: [] });

export async function openJournal(setting: Setting): Promise<OpenJournal> {
  const { driver, bus, log, now, limits, onDamaged, onPut } = setting;
  const notifier = createCommitNotifier(driver, log);
  const callbacks = {
    onGroup: notifier.notify,
    onError: (error: unknown) => log.error(causeOf(error), "A commit succeeded, but its events could not be published"),
  };
  const queue = limited(createCommitQueue(driver, callbacks), limits);
  const journal = createJournal(driver, onDamaged);
  const clock = await startClock(driver, journal, now, log);
  const id: Setting["id"] = (prefix, at) => setting.id(prefix, Math.max(at, clock.now()));
  const { onCommitted, ...publisher } =
    driver.guarantees.processes === "many" ? publishAll(driver, journal, bus, notifier, log) : publishOwn(bus);
  void checkClock(journal, now(), log);
  const trimming = startTrimming(
    { driver, queue, log, now, transact: (work) => transactIn({ driver, queue }, work) },
    setting.journal ?? {},
  );
  const failures = new Set<Promise<void>>();

  const transact: OpenJournal["transact"] = (caller, work) =>
    transactAs({ driver, queue, now, id, onCommitted, onPut }, caller, work);

  const refusals = countRefusals(now, (reported) =>
    transact(kernel, ({ emit }) => {
      for (const { event, data } of reported) emit(event, data);
    }).catch((error: unknown) => log.warn(causeOf(error), "Refused requests could not be recorded")),
  );

  /** A failed command has no commit of its own, so it gets an entry of its own. */
  async function note({ caller }: { readonly caller: Caller }, run: Run): Promise<void> {
    const entry = entryOf([], caller, now(), run);
    const tx = new Transaction(driver);
    record(tx, entry);
    try {
      await queue.commit(tx.batch(), undefined, (number) => onCommitted(entry, number));
    } catch (error) {
      log.debug(causeOf(error), "The failure of a command could not be recorded");
    }
  }

  return {
    journal,
    queue,
    clock,
    id,
    onPut,
    onCommitted,
    transact,
    onCommit: notifier.on,
    refused: refusals.note,
    failed(call, run) {
      const work = note(call, run).finally(() => failures.delete(work));
      failures.add(work);
    },
    async stop() {
      await trimming.stop();
      await refusals.stop();
      await Promise.all(failures);
      await publisher.idle();
      publisher.stop();
      notifier.stop();
    },
  };
}
