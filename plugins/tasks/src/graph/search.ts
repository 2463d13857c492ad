import type { Reads } from "@postern/core";
import { everyOf, paced } from "@postern/core/paging";
import { dependencies, dependents, places } from "../collections.ts";
import { firstPlaceOf, type Place, placesAfter, placesBefore } from "./place.ts";

/** A task that has to stand elsewhere in the order of work. */
export interface Move {
  readonly taskId: string;
  readonly at: Place;
}

/** What a new dependency comes to: a circle, or tasks that have to move, mostly none. */
export type Outcome = { readonly circle: readonly string[] } | { readonly moves: readonly Move[] };

/** One direction of the search: what it has reached, from where, and where that stands. */
interface Side {
  readonly isLater: boolean;
  /** It goes no further than this place. */
  readonly bound: Place;
  readonly from: Map<string, string | undefined>;
  readonly at: Map<string, Place>;
  /** Reached, and not looked at yet. */
  readonly waiting: string[];
  /** The nearest place beyond the bound that a neighbour stands at. */
  edge: Place | undefined;
}

/** How many neighbours of a task are read at once: the other side may end the search before they are needed. */
const AT_ONCE = 50;

/** Where the task stands in the order of work. */
export async function placeOf(store: Reads, taskId: string): Promise<Place> {
  return (await store.get(places, taskId))?.at ?? firstPlaceOf(taskId);
}

/**
 * Looks whether `taskId` may wait for `dependencyTaskId`.
 *
 * All tasks stand in an order in which each comes after those that it waits for. Where the new dependency agrees with
 * it, nothing else is read. Where not, the search goes from the task to those that wait for it, and from the dependency
 * to those that it waits for, but never beyond the places of the two: a circle would have to lie between them. Both
 * sides go on in step, and the one that has seen all it can reach ends the search, for then there is no circle. It is
 * moved past the other end. So the cost is that of the smaller side, and one end of a long chain moves alone.
 */
export async function seek(store: Reads, taskId: string, dependencyTaskId: string): Promise<Outcome> {
  const [low, high] = [await placeOf(store, taskId), await placeOf(store, dependencyTaskId)];
  if (high < low) return { moves: [] };
  const earlier = sideAt(dependencyTaskId, high, low, false);
  const later = sideAt(taskId, low, high, true);
  // The earlier side begins: a task depends on few, while thousands may depend on one.
  const sides = [
    { side: earlier, other: later, steps: stepsOf(store, earlier) },
    { side: later, other: earlier, steps: stepsOf(store, later) },
  ];
  const pace = paced();
  for (;;) {
    for (const { side, other, steps } of sides) {
      const { value: step, done } = await steps.next();
      if (done) return { moves: side.isLater ? after(high, side) : before(low, side) };
      if (await reach(store, step, side, other)) return { circle: circleThrough(step.to, taskId, later, earlier) };
      await pace();
    }
  }
}

const sideAt = (root: string, at: Place, bound: Place, isLater: boolean): Side => ({
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

/** From each task that the side has reached to each of its neighbours in that direction. */
async function* stepsOf(store: Reads, { isLater, waiting }: Side): AsyncGenerator<Step, void> {
  const edges = isLater ? dependents : dependencies;
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for await (const { taskId, dependencyTaskId } of everyOf(store, edges, { prefix: [from], portion: AT_ONCE })) {
      yield { from, to: isLater ? taskId : dependencyTaskId };
    }
  }
}

/** Takes a step; answers whether the other side has been there. */
async function reach(store: Reads, { from, to }: Step, side: Side, other: Side): Promise<boolean> {
  if (side.from.has(to)) return false;
  if (other.from.has(to)) {
    side.from.set(to, from);
    return true;
  }
  const at = await placeOf(store, to);
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

/** From the task over its new dependency and the one that both sides met at, round to the task. */
function circleThrough(met: string, taskId: string, later: Side, earlier: Side): string[] {
  const down: string[] = [];
  for (let at: string | undefined = met; at !== undefined; at = earlier.from.get(at)) down.push(at);
  const round: string[] = [];
  for (let at = later.from.get(met); at !== undefined; at = later.from.get(at)) round.push(at);
  return [taskId, ...down.reverse(), ...round];
}

/** What the later side holds, in the order that it has, moved behind a place and before all that waits for it. */
const after = (low: Place, { at, edge }: Side): Move[] => moved(at, placesAfter(low, edge, at.size));

/** What the earlier side holds, moved before a place and behind all that it waits for. */
const before = (high: Place, { at, edge }: Side): Move[] => moved(at, placesBefore(high, edge, at.size));

function moved(at: ReadonlyMap<string, Place>, targets: readonly Place[]): Move[] {
  const inOrder = [...at].sort(([, left], [, right]) => (left < right ? -1 : left > right ? 1 : 0));
  return inOrder.map(([taskId], n) => ({ taskId, at: targets[n] as Place }));
}
