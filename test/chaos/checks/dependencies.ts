import { type FinalState, type JournalEvent, nameOf } from "../final.ts";
import { type Violation, violation } from "./violation.ts";

type Edges = Pick<FinalState, "up" | "down" | "graph" | "waiting" | "ready">;

/** Dependencies never form a circle, and everything that shows them agrees with the journal. */
export function checkDependencies(
  taskIds: readonly string[],
  { up, down, graph, waiting, ready }: Edges,
  events: readonly JournalEvent[],
): Violation[] {
  const { edges, faults } = replay(events);
  const replayed = [...edges].sort();
  const differs = (shown: readonly string[]) => (shown.join() === replayed.join() ? [] : [{ shown, replayed }]);
  const dependents = new Set(replayed.map((edge) => edge.split(">")[0]));
  const mustWait = taskIds.filter((id) => dependents.has(id)).sort();
  const mayStart = taskIds.filter((id) => !dependents.has(id)).sort();
  return [
    ...violation("No dependency closes a circle, and each is added and removed in turn", faults),
    ...violation("The lists of dependencies show what the journal says", differs(up)),
    ...violation("The lists of dependents show what the journal says", differs(down)),
    ...violation("The graph shows what the journal says", differs(graph)),
    ...violation(
      "Tasks with dependencies wait",
      mustWait.join() === waiting.join() ? [] : [{ waiting, expected: mustWait }],
    ),
    ...violation(
      "Tasks without dependencies are ready",
      mayStart.join() === ready.join() ? [] : [{ ready, expected: mayStart }],
    ),
  ];
}

/** Applies the events in the order of the journal. */
function replay(events: readonly JournalEvent[]) {
  const edges = new Set<string>();
  const faults: unknown[] = [];
  for (const { id, type, data } of events) {
    if (type !== "tasks.dep.added" && type !== "tasks.dep.removed") continue;
    const edge = nameOf(data.dependency as Parameters<typeof nameOf>[0]);
    if (type === "tasks.dep.removed") {
      if (!edges.delete(edge)) faults.push({ id, removed: edge, fault: "did not exist" });
      continue;
    }
    if (edges.has(edge)) faults.push({ id, added: edge, fault: "existed already" });
    edges.add(edge);
    const circle = circleThrough(edge, edges);
    if (circle) faults.push({ id, added: edge, circle });
  }
  return { edges, faults };
}

/** The tasks of a circle that contains this dependency. */
function circleThrough(edge: string, edges: ReadonlySet<string>): string[] | undefined {
  const [start, first] = edge.split(">") as [string, string];
  const follow = (task: string, path: readonly string[]): string[] | undefined => {
    if (task === start) return [...path];
    for (const other of edges) {
      const [from, to] = other.split(">") as [string, string];
      if (from !== task || path.includes(to)) continue;
      const found = follow(to, [...path, to]);
      if (found) return found;
    }
    return undefined;
  };
  return follow(first, [first]);
}
