import type { RecentWrites, ValueBytes } from "@postern/core/drivers";
import type { Batch, Version } from "@postern/core/storage";
import { flightReads } from "./checks.ts";
import type { Connection } from "./connection.ts";
import { type Decision, decide } from "./decide.ts";
import { isForeign, newFlight, type Witness } from "./server.ts";
import { SEPARATOR, type Statement, type Statements } from "./statements.ts";

/** The commit of a flight failed after it was sent: it may have happened. */
export class InDoubt extends Error {
  readonly flight: string;
  readonly decision: Decision;

  constructor(flight: string, decision: Decision, cause: unknown) {
    super("The outcome of a commit is unknown", { cause });
    this.flight = flight;
    this.decision = decision;
  }
}

/** The server has lost commits that were acknowledged: a standby without them was promoted, or a backup was restored. */
export class LostCommits extends Error {}

/** What the flights of a writer have in common. */
export interface Shared {
  readonly recent: RecentWrites;
  readonly texts: Statements;
  readonly lock: string;
  /** The last commit that this gateway knows. */
  known: Version;
  /** The last commit whose transaction it knows. */
  witness: Witness | undefined;
  /** The name of the connected server. */
  server: string | undefined;
  /** Whether the connected server was found without the witness. */
  isBehind: boolean;
  /** Whether a commit was sent and not answered yet. */
  isSent: boolean;
  /** While a new epoch begins, the server is used as it is. */
  isBeginning: boolean;
}

/** How many numbers of commits are kept at least. */
const KEPT = 1_000;
/** Old numbers are removed with every commit whose number is a multiple of this. */
const FORGET_EVERY = 1_024;

/**
 * Commits a group of batches in one transaction with two round trips: it locks, reads what the batches depend on and
 * decides; then it writes everything and commits. Numbers have no gaps and become visible in order, because the lock is
 * held until the commit. Throws InDoubt if the outcome is unknown; otherwise an error means that nothing was written.
 * Throws LostCommits if the last commit is older than a known one, or was committed by another server: then the standby
 * that was promoted may have been without the last commits.
 */
export async function fly(
  connection: Connection,
  batches: readonly Batch<ValueBytes>[],
  shared: Shared,
): Promise<Decision> {
  const { recent, texts, lock, server } = shared;
  const reads = flightReads(batches, recent, texts);
  const [, , numbers, ...answers] = await connection.run([
    { name: "begin", text: texts.begin },
    { name: "lock", text: texts.lock, values: [lock] },
    { name: "number", text: texts.number },
    ...reads.statements,
  ]);
  const [last = "0", lastFlight] = numbers?.[0] ?? [];
  const before = Number(last);
  const isLost = shared.isBehind || before < shared.known || isForeign(lastFlight, server);
  if (isLost && !shared.isBeginning) throw new LostCommits();
  recent.continueFrom(before);
  const decision = recent.during(() => decide(batches, before, reads.interpret(answers, before), recent));
  if (decision.number === before) {
    // Nothing is written, so nobody has to wait for the end of the transaction.
    connection.run([{ name: "rollback", text: texts.rollback }]).catch(connection.destroy);
    if (lastFlight !== undefined) shared.witness = { number: before, flight: lastFlight };
    return decision;
  }
  const flight = newFlight(server);
  try {
    shared.isSent = true;
    await connection.run(writesOf(decision, before, flight, texts));
  } catch (error) {
    throw new InDoubt(flight, decision, error);
  } finally {
    shared.isSent = false;
  }
  shared.witness = { number: decision.number, flight };
  return decision;
}

const SEPARATOR_BYTE = Buffer.from(SEPARATOR);

function writesOf({ changes, number }: Decision, before: Version, flight: string, texts: Statements): Statement[] {
  const keys: string[] = [];
  const values: Buffer[] = [];
  const removed: string[] = [];
  for (const [key, value] of changes) {
    if (value === null) removed.push(key);
    else {
      keys.push(key);
      if (values.length > 0) values.push(SEPARATOR_BYTE);
      values.push(value.bytes);
    }
  }
  const statements: Statement[] = [];
  if (keys.length > 0)
    statements.push({ name: "put", text: texts.put, values: [keys.join(SEPARATOR), Buffer.concat(values)] });
  if (removed.length > 0) statements.push({ name: "remove", text: texts.remove, values: [removed.join(SEPARATOR)] });
  statements.push({ name: "advance", text: texts.advance, values: [number, flight] });
  if (Math.floor(before / FORGET_EVERY) < Math.floor(number / FORGET_EVERY))
    statements.push({ name: "forget", text: texts.forget, values: [number - KEPT] });
  statements.push({ name: "commit", text: texts.commit });
  return statements;
}

/** Whether a flight in doubt was committed. Waits for the lock, so that its transaction is over. */
export async function hasCommitted(connection: Connection, flight: string, { texts, lock }: Shared): Promise<boolean> {
  const [, , found] = await connection.run([
    { name: "begin", text: texts.begin },
    { name: "lock", text: texts.lock, values: [lock] },
    { name: "flown", text: texts.flown, values: [flight] },
    { name: "rollback", text: texts.rollback },
  ]);
  return found?.length === 1;
}
