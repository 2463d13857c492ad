import type { Batch, Check, CompleteDriver, Write } from "./driver.ts";
import { StoreBusy } from "./errors.ts";
import { landing, rangeAt } from "./key.ts";
import type { Version } from "./number.ts";

/** The most batches that go down together. */
const GROUP = 256;
/** The most batches that wait; beyond that a commit is refused at once. */
const WAITING = 100_000;
/** A turn that takes longer no longer holds others back; it may then lose again, but nobody waits for it. */
const TURN_MS = 1_000;

interface Waiting {
  readonly batch: Batch;
  readonly turn: Turn | undefined;
  readonly onCommitted: ((number: Version) => void) | undefined;
  resolve(answer: Version | false): void;
  reject(error: unknown): void;
}

/** While it lasts, no other batch of this process writes into what it reads. */
export interface Turn {
  /** What its command reads: the checks that it lost by, and (added by the command) the growing list of its new try. */
  reads: readonly (readonly Check[])[];
}

/** The one way to the driver's `commit` within a process. */
export interface CommitQueue {
  /**
   * Answers the number of the commit, or false where something that was read has changed since. `onCommitted` is called
   * before, in the order of the numbers.
   */
  commit(batch: Batch, turn?: Turn, onCommitted?: (number: Version) => void): Promise<Version | false>;
  /** Runs `work` when the turns before it are over, with what it reads kept still in this process. */
  inTurn<T>(lost: readonly Check[], work: (turn: Turn) => Promise<T>): Promise<T>;
}

/** Is called after each group of commits, and when a listener to them fails. */
interface Told {
  readonly onGroup?: (number: Version) => void;
  readonly onError?: (error: unknown) => void;
}

/** While one group is on its way to the disk the next gathers, so a flush is shared by all who wait for it. */
export function createCommitQueue(driver: CompleteDriver, told: Told = {}): CommitQueue {
  let waiting: Waiting[] = [];
  let flying = false;
  let onCommitted: Promise<unknown> = Promise.resolve();
  /** Turns that wait or hold, oldest first, and what settles when each is over. */
  const turns = new Map<Turn, Promise<void>>();
  const holders = new Set<Turn>();

  function commit(batch: Batch, turn?: Turn, onCommitted?: (number: Version) => void): Promise<Version | false> {
    if (waiting.length >= WAITING) return Promise.reject(new StoreBusy(waiting.length));
    return new Promise((resolve, reject) => {
      waiting.push({ batch, turn, onCommitted, resolve, reject });
      launch();
    });
  }

  function launch(): void {
    if (flying) return;
    flying = true;
    // Requests that arrived together go down together.
    setImmediate(fly);
  }

  async function fly(): Promise<void> {
    for (let group = take(); group.length > 0; group = take()) {
      onCommitted = send(driver, group, told);
      await onCommitted;
    }
    flying = false;
  }

  function take(): Waiting[] {
    if (holders.size === 0) return waiting.splice(0, GROUP);
    const group: Waiting[] = [];
    const held: Waiting[] = [];
    for (const one of waiting) (group.length < GROUP && !isHeld(one) ? group : held).push(one);
    waiting = held;
    return group;
  }

  /** A turn yields only to older ones: two that come to read what the other writes cannot wait for each other. */
  function isHeld({ batch, turn }: Waiting): boolean {
    for (const holder of holders) {
      if (holder === turn) return false;
      if (touches(batch.writes, holder)) return true;
    }
    return false;
  }

  async function inTurn<T>(lost: readonly Check[], work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn: Turn = { reads: [lost] };
    const before = [...turns].filter(([other]) => other.reads.some((checks) => overlap(checks, lost)));
    let release = () => {};
    turns.set(turn, new Promise<void>((resolve) => (release = resolve)));
    await Promise.all(before.map(([, over]) => over));
    holders.add(turn);
    const end = () => {
      holders.delete(turn);
      turns.delete(turn);
      if (waiting.length > 0) launch();
      release();
    };
    const lapse = setTimeout(end, TURN_MS);
    try {
      // The group that flies already may still write into what the command reads.
      await onCommitted;
      return await work(turn);
    } finally {
      clearTimeout(lapse);
      end();
    }
  }

  return { commit, inTurn };
}

/** Sends a group down. One that the driver rejects is sent again one by one, so that a bad batch fails alone. */
async function send(driver: CompleteDriver, group: readonly Waiting[], told: Told): Promise<void> {
  let answers: (Version | false)[];
  try {
    answers = await driver.commit(group.map(({ batch }) => batch));
  } catch (error) {
    // Where the group may have been written after all, a second try could write it twice.
    if (group.length > 1 && !isOutcomeUnknown(error)) for (const one of group) await send(driver, [one], told);
    else for (const { reject } of group) reject(error);
    return;
  }
  for (const [at, { onCommitted, resolve }] of group.entries()) {
    const answer = answers[at] ?? false;
    if (answer !== false) publish(onCommitted, answer, told);
    resolve(answer);
  }
  const last = answers.findLast((answer) => answer !== false);
  if (last) publish(told.onGroup, last, told);
}

/** What is committed is committed, whatever becomes of those who hear of it. */
function publish(listener: ((number: Version) => void) | undefined, number: Version, { onError }: Told): void {
  try {
    listener?.(number);
  } catch (error) {
    onError?.(error);
  }
}

const isOutcomeUnknown = (error: unknown): boolean => (error as { outcomeUnknown?: unknown })?.outcomeUnknown === true;

function touches(writes: readonly Write[], { reads }: Turn): boolean {
  return writes.some((write) => {
    const { start, end } = reachOf(write);
    return reads.some((checks) => checks.some((check) => end >= check.start && start < check.end));
  });
}

const overlap = (left: readonly Check[], right: readonly Check[]): boolean =>
  left.some((one) => right.some((other) => one.start < other.end && other.start < one.end));

/** From the first to the last key that a write may change. */
function reachOf(write: Write): { start: string; end: string } {
  // A set also removes the entry that the member had, wherever in its set that is.
  if ("place" in write) return rangeAt(write.key.slice(0, write.key.indexOf("!:")));
  const at = landing(write.key);
  return { start: at, end: at };
}
