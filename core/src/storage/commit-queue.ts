import { setTimeout as pause } from "node:timers/promises";
import type { Batch, Check, CompleteDriver, Write } from "./driver.ts";
import { OutcomeUnknown, StoreBusy, saysNothingWritten } from "./errors.ts";
import { latestKey, type Range, rangeAt } from "./key.ts";
import type { Version } from "./number.ts";

/** Maximum number of batches that are committed together. */
const GROUP = 256;
/** Waiting for more batches than this would leave the driver idle while this thread prepares them. */
const ENOUGH = 32;
/** Maximum number of waiting batches. Further commits are rejected immediately. */
const WAITING = 100_000;
/**
 * A gateway that changes the same records without a break is always the first to read its own last commit, so that
 * others on the same store would never get in between. After this time in turns it gives way, in milliseconds.
 */
const UNBROKEN_MS = 100;
/** For how long it gives way: others try again within less. */
const GIVE_WAY_MS = 10;
/** Turns further apart do not count as without a break. */
const BREAK_MS = 1_000;
/** A turn that takes longer stops blocking others. It may then conflict again, but nobody waits for it. */
const TURN_MS = 1_000;

interface Waiting {
  readonly batch: Batch;
  readonly turn: Turn | undefined;
  readonly onCommitted: ((number: Version) => void) | undefined;
  resolve(answer: Version | false): void;
  reject(error: unknown): void;
}

/** During a turn, no other batch of this process writes to its reads. */
export interface Turn {
  /** What its command reads: the checks that failed, and the growing list of its new attempt, added by the command. */
  reads: readonly (readonly Check[])[];
}

/** The only path to the driver's `commit` within a process. */
export interface CommitQueue {
  /**
   * Returns the number of the commit, or false if something that was read has changed. `onCommitted` is called before,
   * in commit order. Rejects with OutcomeUnknown if it may have been written, with any other error if it was not.
   */
  commit(batch: Batch, turn?: Turn, onCommitted?: (number: Version) => void): Promise<Version | false>;
  /** Runs `work` after the turns before it, with other writes to what it reads blocked in this process. */
  inTurn<T>(lost: readonly Check[], work: (turn: Turn) => Promise<T>): Promise<T>;
}

/** Called after each group of commits with its last number, how many succeeded and its time, and when a listener fails. */
interface Callbacks {
  readonly onGroup?: (number: Version, commits: number, ms: number) => void;
  readonly onError?: (error: unknown) => void;
}

/** While one group is being written the next one is collected, so all its commits share one flush. */
export function createCommitQueue(driver: CompleteDriver, callbacks: Callbacks = {}): CommitQueue {
  let waiting: Waiting[] = [];
  let isRunning = false;
  let scheduled: NodeJS.Immediate | undefined;
  let onCommitted: Promise<unknown> = Promise.resolve();
  /** Waiting and active turns, oldest first, with a promise for the end of each. */
  const turns = new Map<Turn, Promise<void>>();
  const holders = new Set<Turn>();
  /** Time in turns since it gave way, and the end of the last one. */
  let unbroken = 0;
  let ended = 0;

  function commit(batch: Batch, turn?: Turn, onCommitted?: (number: Version) => void): Promise<Version | false> {
    if (waiting.length >= WAITING) return Promise.reject(new StoreBusy(waiting.length));
    return new Promise((resolve, reject) => {
      waiting.push({ batch, turn, onCommitted, resolve, reject });
      schedule();
    });
  }

  function schedule(): void {
    if (isRunning) return;
    if (waiting.length >= ENOUGH) void run();
    // Commits requested in the same tick are grouped.
    else scheduled ??= setImmediate(run);
  }

  async function run(): Promise<void> {
    clearImmediate(scheduled);
    scheduled = undefined;
    isRunning = true;
    for (let group = take(); group.length > 0; group = take()) {
      onCommitted = send(driver, group, callbacks);
      await onCommitted;
    }
    isRunning = false;
  }

  function take(): Waiting[] {
    if (holders.size === 0) return waiting.splice(0, GROUP);
    const group: Waiting[] = [];
    const held: Waiting[] = [];
    for (const one of waiting) (group.length < GROUP && !isHeld(one) ? group : held).push(one);
    waiting = held;
    return group;
  }

  /** A turn waits only for older ones, so that two turns that read each other's writes cannot deadlock. */
  function isHeld({ batch, turn }: Waiting): boolean {
    for (const holder of holders) {
      if (holder === turn) return false;
      if (holder.reads.some((checks) => overlap(checks, batch.writes.map(reachOf)))) return true;
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
      if (waiting.length > 0) schedule();
      release();
    };
    const timer = setTimeout(end, TURN_MS);
    const began = performance.now();
    try {
      // The group that is being written may still change what the command reads.
      await onCommitted;
      await giveWay();
      return await work(turn);
    } finally {
      clearTimeout(timer);
      end();
      ended = performance.now();
      unbroken += ended - began;
    }
  }

  async function giveWay(): Promise<void> {
    if (performance.now() - ended > BREAK_MS) unbroken = 0;
    if (unbroken < UNBROKEN_MS) return;
    unbroken = 0;
    await pause(GIVE_WAY_MS);
  }

  return { commit, inTurn };
}

/**
 * Commits a group. If the driver says that it has written nothing, its batches are committed one by one, so that a bad
 * batch fails alone. After any other error a second attempt could write the group twice. Never rejects.
 */
async function send(driver: CompleteDriver, group: readonly Waiting[], callbacks: Callbacks): Promise<void> {
  const began = performance.now();
  let answers: (Version | false)[];
  try {
    answers = checked(await driver.commit(group.map(({ batch }) => batch)), group.length);
  } catch (error) {
    const isUnknown = !saysNothingWritten(error);
    // A store that does not answer in time would let each of them wait as long.
    const isSplit = group.length > 1 && !isUnknown && Object(error).reason !== "timeout";
    if (isSplit) for (const one of group) await send(driver, [one], callbacks);
    else for (const { reject } of group) reject(isUnknown ? new OutcomeUnknown(error) : error);
    return;
  }
  // From here on the group is committed, and nothing may fail it.
  const ms = performance.now() - began;
  for (const [at, { onCommitted, resolve }] of group.entries()) {
    const answer = answers[at] as Version | false;
    if (answer !== false) publish(onCommitted, answer, callbacks);
    resolve(answer);
  }
  const last = answers.findLast((answer) => answer !== false);
  if (last) publish((number) => callbacks.onGroup?.(number, answers.filter(Boolean).length, ms), last, callbacks);
}

/** A batch without an answer may have been written, so it must not count as one that lost. */
function checked(answers: (Version | false)[], count: number): (Version | false)[] {
  const isWhole = answers.length === count && answers.every((answer) => answer === false || Number.isInteger(answer));
  if (isWhole) return answers;
  throw new Error(`The driver answered a commit of ${count} batches with ${JSON.stringify(answers)}`);
}

/** A failing listener cannot undo the commit, nor can one that fails to report it. */
function publish(listener: ((number: Version) => void) | undefined, number: Version, { onError }: Callbacks): void {
  try {
    listener?.(number);
  } catch (error) {
    try {
      onError?.(error);
    } catch {}
  }
}

const overlap = (left: readonly Range[], right: readonly Range[]): boolean =>
  left.some((one) => right.some((other) => one.start < other.end && other.start < one.end));

/** The keys that a write may change. */
function reachOf(write: Write): Range {
  // Placing a member also deletes its previous entry, anywhere in its set.
  if ("place" in write) return rangeAt(write.key.slice(0, write.key.indexOf("!:")));
  const at = latestKey(write.key);
  return { start: at, end: `${at}\0` };
}
