import type { Reads } from "@postern/core";
import { createPacer, scanRecords } from "@postern/kit/paging";
import { dependencies, dependents, positions } from "../collections.ts";
import { initialPosition, type Position, positionsAfter, positionsBefore } from "./position.ts";

/** A task that needs a new position in the topological order. */
export interface Move {
  readonly taskId: string;
  readonly at: Position;
}

/** The effect of a new dependency: a cycle, or the tasks that have to move (usually none). */
export type Outcome = { readonly cycle: readonly string[] } | { readonly moves: readonly Move[] };

/** One direction of the search: the reached tasks, their predecessors and their positions. */
interface Side {
  readonly isLater: boolean;
  /** The search does not go beyond this position. */
  readonly bound: Position;
  readonly from: Map<string, string | undefined>;
  readonly at: Map<string, Position>;
  /** Reached, but not expanded yet. */
  readonly waiting: string[];
  /** The nearest position of a neighbor beyond the bound. */
  edge: Position | undefined;
}

/** Neighbors per read. Small, because the other side may end the search before they are needed. */
const PORTION = 50;

/** The position of the task in the topological order. */
export async function positionOf(store: Reads, taskId: string): Promise<Position> {
  return (await store.get(positions, taskId))?.at ?? initialPosition(taskId);
}

/**
 * Checks whether `taskId` may depend on `dependencyTaskId`.
 *
 * Tasks are kept in a topological order, in which each comes after its dependencies. If the new dependency agrees with
 * the order, nothing else is read. Otherwise the search runs from the task to its dependents and from the dependency to
 * its dependencies, but never beyond the positions of the two, since a cycle would lie between them. Both sides advance
 * in turn. The first side that is exhausted proves that there is no cycle, and its tasks are moved past the other end.
 * The cost is therefore that of the smaller side, and appending to a long chain moves one task.
 */
export async function searchCycle(store: Reads, taskId: string, dependencyTaskId: string): Promise<Outcome> {
  const [low, high] = [await positionOf(store, taskId), await positionOf(store, dependencyTaskId)];
  if (high < low) return { moves: [] };
  const earlier = sideAt(dependencyTaskId, high, low, false);
  const later = sideAt(taskId, low, high, true);
  // The earlier side goes first: a task has few dependencies, but may have thousands of dependents.
  const sides = [
    { side: earlier, other: later, steps: stepsOf(store, earlier) },
    { side: later, other: earlier, steps: stepsOf(store, later) },
  ];
  const pace = createPacer();
  for (;;) {
    for (const { side, other, steps } of sides) {
      const { value: step, done } = await steps.next();
      if (done) return { moves: side.isLater ? after(high, side) : before(low, side) };
      if (await reach(store, step, side, other)) return { cycle: cycleThrough(step.to, taskId, later, earlier) };
      await pace();
    }
  }
}

const sideAt = (root: string, at: Position, bound: Position, isLater: boolean): Side => ({
  isLater,
  bound,
  from: new Map([[root, undefined]]),
  at: new Map([[root, at]]),
  waiting: [root],
  edge: undefined,
});

interface Step {
  readonly from: string;
  readonly to: string;
}

/** The edges from each reached task to its neighbors in this direction. */
async function* stepsOf(store: Reads, { isLater, waiting }: Side): AsyncGenerator<Step, void> {
  const edges = isLater ? dependents : dependencies;
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for await (const { taskId, dependencyTaskId } of scanRecords(store, edges, { prefix: [from], portion: PORTION })) {
      yield { from, to: isLater ? taskId : dependencyTaskId };
    }
  }
}

/** Follows an edge; returns true if the other side has reached the same task. */
async function reach(store: Reads, { from, to }: Step, side: Side, other: Side): Promise<boolean> {
  if (side.from.has(to)) return false;
  if (other.from.has(to)) {
    side.from.set(to, from);
    return true;
  }
  const at = await positionOf(store, to);
  const { isLater, bound, edge } = side;
  if (isLater ? at > bound : at < bound) {
    if (edge === undefined || (isLater ? at < edge : at > edge)) side.edge = at;
    return false;
  }
  side.from.set(to, from);
  side.at.set(to, at);
  side.waiting.push(to);
  return false;
}

/** The cycle from the task through the new dependency and the meeting point back to the task. */
function cycleThrough(meetingPoint: string, taskId: string, later: Side, earlier: Side): string[] {
  const down: string[] = [];
  for (let at: string | undefined = meetingPoint; at !== undefined; at = earlier.from.get(at)) down.push(at);
  const up: string[] = [];
  for (let at = later.from.get(meetingPoint); at !== undefined; at = later.from.get(at)) up.push(at);
  return [taskId, ...down.reverse(), ...up];
}

/** Moves the later side, in its current order, after a position and before all its dependents. */
const after = (low: Position, { at, edge }: Side): Move[] => moved(at, positionsAfter(low, edge, at.size));

/** Moves the earlier side before a position and after all its dependencies. */
const before = (high: Position, { at, edge }: Side): Move[] => moved(at, positionsBefore(high, edge, at.size));

function moved(at: ReadonlyMap<string, Position>, targets: readonly Position[]): Move[] {
  const inOrder = [...at].sort(([, left], [, right]) => (left < right ? -1 : left > right ? 1 : 0));
  return inOrder.map(([taskId], n) => ({ taskId, at: targets[n] as Position }));
}
