import type { TaskEdge, TaskNode } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { layersOf, type Placed } from "./layers.ts";
import { StatusDot } from "./marks.tsx";
import { useTasks } from "./read.ts";

/** Pixels. */
const WIDTH = 210;
const HEIGHT = 44;
const GAP_X = 64;
const GAP_Y = 16;

const leftOf = ({ layer }: Placed): number => layer * (WIDTH + GAP_X);
const topOf = ({ row }: Placed): number => row * (HEIGHT + GAP_Y);

/** All tasks that wait, and what they wait for: work flows from left to right. */
export function Graph() {
  const query = useTasks("graph", (client, signal) => client.tasks.deps.graph({}, { signal }));
  return (
    <Loaded query={query}>
      {({ nodes = [], edges = [], truncated }) =>
        edges.length === 0 ? (
          <Empty
            text="No task has a dependency. Add one:"
            command="postern tasks deps add --taskId <task> --dependencyTaskId <task that must be done first>"
          />
        ) : (
          <div class="stack padded">
            {truncated && <p class="muted">The graph has more tasks than shown.</p>}
            <Drawing nodes={nodes} edges={edges} />
            <details>
              <summary>The same as a list</summary>
              <AsList nodes={nodes} edges={edges} />
            </details>
          </div>
        )
      }
    </Loaded>
  );
}

interface GraphProps {
  readonly nodes: readonly TaskNode[];
  readonly edges: readonly TaskEdge[];
}

function Drawing({ nodes, edges }: GraphProps) {
  const placed = layersOf(nodes, edges);
  const byId = new Map(placed.map((one) => [one.node.id, one]));
  const width = Math.max(...placed.map(leftOf)) + WIDTH;
  const height = Math.max(...placed.map(topOf)) + HEIGHT;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="scroll-x graph" tabIndex={0} aria-label="Graph of dependencies">
      <div class="graph-plane" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges.map(({ taskId, dependencyTaskId }) => {
            const [from, to] = [byId.get(dependencyTaskId), byId.get(taskId)];
            if (!from || !to) return null;
            const isDone = from.node.status === "done";
            return (
              <path key={`${dependencyTaskId} ${taskId}`} class={isDone ? "edge done" : "edge"} d={curve(from, to)} />
            );
          })}
        </svg>
        {placed.map((one) => (
          <div
            key={one.node.id}
            class="graph-node"
            style={{ left: `${leftOf(one)}px`, top: `${topOf(one)}px`, width: `${WIDTH}px`, height: `${HEIGHT}px` }}
          >
            <Link to={pathTo("tasks", "show", one.node.id)} title={one.node.title}>
              <StatusDot status={one.node.status} />
              <span class="clamp" dir="auto">
                {one.node.title}
              </span>
            </Link>
          </div>
        ))}
      </div>
    </section>
  );
}

/** From the right edge of one task to the left edge of the other, with an arrow head. */
function curve(from: Placed, to: Placed): string {
  const [x1, y1] = [leftOf(from) + WIDTH, topOf(from) + HEIGHT / 2];
  const [x2, y2] = [leftOf(to) - 2, topOf(to) + HEIGHT / 2];
  const bend = x1 + GAP_X / 2;
  return `M${x1} ${y1}C${bend} ${y1} ${x2 - GAP_X / 2} ${y2} ${x2} ${y2}m-6 -4l6 4l-6 4`;
}

function AsList({ nodes, edges }: GraphProps) {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return (
    <ul class="list" aria-label="Tasks and their dependencies">
      {nodes.map(({ id, title, status }) => {
        const needed = edges.filter(({ taskId }) => taskId === id);
        return (
          <li key={id} class="padded-row">
            <div class="row">
              <StatusDot status={status} />
              <Link to={pathTo("tasks", "show", id)} class="title">
                <span dir="auto">{title}</span>
              </Link>
            </div>
            {needed.length > 0 && (
              <div class="small muted" dir="auto">
                Waits for{" "}
                {needed.map(({ dependencyTaskId }) => titles.get(dependencyTaskId) ?? dependencyTaskId).join(", ")}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
