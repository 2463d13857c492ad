import { setImmediate as turn } from "node:timers/promises";
import type { Glance } from "@postern/core";
import { dependencies, dependents, places } from "../collections.ts";
import { everyOf } from "../walk.ts";
import { firstPlaceOf, type Place, placesAfter, placesBefore } from "./place.ts";

/** A task that has to stand elsewhere in the order of work. */
export interface Move {
  readonly taskId: string;
  readonly at: Place;
}

/** What a new dependency comes to: a circle, or tasks that have to move, mostly none. */
export type Outcome = { readonly circle: readonly string[] } | { readonly moves: readonly Move[] };

/** One direction of the search: what it has reached, from where, and what it still has to look at. */
interface Side {
  readonly from: Map<string, string | undefined>;
  readonly at: Map<string, Place>;
  readonly waiting: string[];
  /** The nearest place beyond what it may reach that a neighbour stands at. */
  edge: Place | undefined;
  looked: number;
}

const PORTION = 256;

/** Where the task stands in the order of work. */
export async function placeOf(store: Glance, taskId: string): Promise<Place> {
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
export async function seek(store: Glance, taskId: string, dependencyTaskId: string): Promise<Outcome> {
  const [low, high] = [await placeOf(store, taskId), await placeOf(store, dependencyTaskId)];
  if (high < low) return { moves: [] };
  const later = sideAt(taskId, low);
  const earlier = sideAt(dependencyTaskId, high);
  for (;;) {
    const [side, other] = later.looked <= earlier.looked ? [later, earlier] : [earlier, later];
    const next = side.waiting.pop();
    if (next === undefined) return { moves: side === later ? after(high, later) : before(low, earlier) };
    const met = await look(store, next, side, other, side === later ? high : low, side === later);
    if (met !== undefined) return { circle: circleThrough(met, taskId, later, earlier) };
  }
}

const sideAt = (root: string, at: Place): Side => ({
  from: new Map([[root, undefined]]),
  at: new Map([[root, at]]),
  waiting: [root],
  edge: undefined,
  looked: 0,
});

/** Looks at the neighbours of a task; answers one that the other side has reached, where there is one. */
async function look(
  store: Glance,
  taskId: string,
  side: Side,
  other: Side,
  bound: Place,
  isLater: boolean,
): Promise<string | undefined> {
  side.looked++;
  for await (const found of everyOf(store, isLater ? dependents : dependencies, { prefix: [taskId] })) {
    const neighbour = isLater ? found.taskId : found.dependencyTaskId;
    if (++side.looked % PORTION === 0) await turn();
    if (side.from.has(neighbour)) continue;
    if (other.from.has(neighbour)) {
      side.from.set(neighbour, taskId);
      return neighbour;
    }
    const at = await placeOf(store, neighbour);
    const isBeyond = isLater ? at > bound : at < bound;
    if (isBeyond) {
      if (side.edge === undefined || (isLater ? at < side.edge : at > side.edge)) side.edge = at;
      continue;
    }
    side.from.set(neighbour, taskId);
    side.at.set(neighbour, at);
    side.waiting.push(neighbour);
  }
  return undefined;
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
