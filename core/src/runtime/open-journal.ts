import { type Caller, createCaller } from "../define/caller.ts";
import type { Cause } from "../define/cause.ts";
import { causeOf, type Logger } from "../define/log.ts";
import { createObservers, observed } from "../define/observer.ts";
import { startClock } from "../journal/clock.ts";
import { type CommitLimits, limited } from "../journal/commit-limits.ts";
import { entryOf, executed, type Run, record, type Staged } from "../journal/entry.ts";
import { createCommitNotifier } from "../journal/notifier.ts";
import { createJournal } from "../journal/read.ts";
import { countRefusals } from "../journal/refusals.ts";
import { type JournalLimits, startTrimming } from "../journal/trim.ts";
import { type CommitQueue, createCommitQueue, Transaction, type Version } from "../storage/index.ts";
import type { Bus } from "./bus.ts";
import { forgetOutcomes } from "./idempotency.ts";
import { publishAll, publishOwn } from "./publish.ts";
import { type PublishingStore, transactAs } from "./transactions.ts";

interface Setting extends Required<Omit<PublishingStore, "queue" | "onCommitted">> {
  readonly bus: Bus;
  readonly log: Logger;
  /** How much history is kept. */
  readonly journal?: JournalLimits | undefined;
  readonly limits: CommitLimits;
}

/** How many failed commands are recorded by one commit, and how many wait for it at most: a store may be down. */
const FAILURES = 256;
const MAX_FAILURES = 10_000;

/** The caller of the kernel's own events. */
const kernel = createCaller({ contextId: "gateway", chain: [] });

/** The journal of a running gateway and the queue of its commits. */
export async function openJournal(setting: Setting) {
  const { driver, bus, log, now, limits, onDamaged, onPut } = setting;
  const notifier = createCommitNotifier(driver, log);
  const observers = createObservers((error) => log.error(causeOf(error), "An observer failed"));
  const callbacks = {
    onGroup(number: Version, commits: number, ms: number) {
      notifier.notify(number);
      for (const observer of observers) observer.group?.(commits, ms);
    },
    onError: (error: unknown) => log.error(causeOf(error), "A commit succeeded, but its events could not be published"),
  };
  const commits = createCommitQueue(driver, callbacks);
  const commit: CommitQueue["commit"] = (batch, turn, onCommitted) =>
    observed(observers, "commit", () => commits.commit(clock.keptBy(batch), turn, onCommitted)) as Promise<
      Version | false
    >;
  const queue = limited({ ...commits, commit }, limits);
  const journal = createJournal(driver, onDamaged);
  // The clock by which keys expire.
  const clock = await startClock(driver, journal, now, log);
  // Ids ascend even if the system clock is set back.
  const id: Setting["id"] = (prefix, at) => setting.id(prefix, Math.max(at, clock.now()));
  const { onCommitted, ...publisher } =
    driver.guarantees.processes === "many" ? publishAll(driver, journal, bus, notifier, log) : publishOwn(bus);
  const failures: Staged[] = [];
  let recording: Promise<void> | undefined;

  /** Reads and writes as one commit, with its events, on behalf of a caller. */
  const transact = <T>(caller: Caller, work: Parameters<typeof transactAs<T>>[2], cause?: Cause): Promise<T> =>
    transactAs({ driver, queue, now, id, onCommitted, onPut }, caller, work, cause);

  const own = <T>(work: Parameters<typeof transactAs<T>>[2]): Promise<T> => transact(kernel, work);
  const trimming = startTrimming({ driver, queue, log, now, transact: own }, setting.journal ?? {});
  const forgetting = forgetOutcomes({ transact: own }, setting);
  const refusals = countRefusals(now, (reported) =>
    own(({ emit }) => {
      for (const { event, data } of reported) emit(event, data);
    }).catch((error: unknown) => log.warn(causeOf(error), "Refused requests could not be recorded")),
  );

  /** Failed commands have no commits of their own. Those that fail during such a commit share the next one. */
  async function recordFailures(): Promise<void> {
    while (failures.length > 0) {
      try {
        const entry = entryOf(failures.splice(0, FAILURES), kernel, now());
        const tx = new Transaction(driver);
        record(tx, entry);
        await queue.commit(tx.batch(), undefined, (number) => onCommitted(entry, number));
      } catch (error) {
        log.debug(causeOf(error), "The failures of commands could not be recorded");
      }
    }
    recording = undefined;
  }

  return {
    journal,
    queue,
    observers,
    clock,
    id,
    onPut,
    onCommitted,
    transact,
    onCommit: notifier.on,
    refused: refusals.note,
    /** Records that a command failed, without slowing down the call. */
    failed({ caller }: { readonly caller: Caller }, run: Run): void {
      if (failures.length < MAX_FAILURES) failures.push({ ...executed(run), by: caller.contextId });
      recording ??= recordFailures();
    },
    /** Resolves when everything is recorded and published. */
    async stop() {
      await Promise.all([trimming.stop(), forgetting.stop()]);
      await refusals.stop();
      await recording;
      await publisher.idle();
      publisher.stop();
      notifier.stop();
    },
  };
}
