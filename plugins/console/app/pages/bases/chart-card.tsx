import type { Base, Chart, ChartPoint, Property } from "@postern/client/api";
import { useRef } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { chartText, figureText, groupText } from "./figures.ts";
import { useBases } from "./read.ts";

/** A chart is computed from all rows, so that of a larger base does not follow each change of a row. */
const MOST_LIVE_ROWS = 10_000;

/** The library that draws is only loaded with the first chart. */
const Canvas = lazy(async () => (await import("./chart-canvas.tsx")).ChartCanvas);

interface ShownChart {
  readonly chart: Chart;
  readonly points: readonly ChartPoint[];
  readonly truncated: boolean;
}

interface ChartCardProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  readonly chart: Chart;
  readonly onEdit: () => void;
}

/** A chart with its values, and what can be done with it. */
export function ChartCard({ base, properties, chart: listed, onEdit }: ChartCardProps) {
  const { id, name } = listed;
  const { may } = useSession();
  const { run } = useActions();
  /** A chart that was removed is shown until the list is read again, but no longer read. */
  const removed = useRef(false);
  const last = useRef<ShownChart | undefined>(undefined);
  const rowEvents = base.rowCount <= MOST_LIVE_ROWS ? ["bases.row.*", "bases.rows.changed"] : [];
  const query = useBases(
    `chart ${id}`,
    async (client, signal) => {
      if (removed.current && last.current) return last.current;
      last.current = await client.bases.charts.show({ base: base.id, chart: id }, { signal });
      return last.current;
    },
    { base: base.id, events: ["bases.chart.updated", "bases.property.*", "bases.import.finished", ...rowEvents] },
  );
  async function remove(): Promise<void> {
    const call = { operation: "bases.charts.remove", input: { base: base.id, chart: id } };
    removed.current = (await run(call, { done: "Removed", showPlan: true })) !== undefined;
  }
  const isOpen = base.status === "active";
  const items = [
    ...(isOpen && may("bases.charts.update") ? [{ label: "Edit", onChoose: onEdit }] : []),
    ...(isOpen && may("bases.charts.remove") ? [{ label: "Remove", onChoose: () => void remove() }] : []),
  ];
  return (
    <li class="card stack bases-chart">
      <div class="row bases-chart-head">
        <div class="grow">
          <h2 class="cut" dir="auto" title={name}>
            {name}
          </h2>
          <p class="small muted cut" dir="auto">
            {chartText(listed, properties)}
            {listed.filter && ", filtered"}
          </p>
        </div>
        {items.length > 0 && <Menu label={`Actions for ${name}`} items={items} />}
      </div>
      <Loaded query={query}>
        {({ chart, points, truncated }) => (
          <>
            {chart.kind === "number" ? (
              <p class="bases-figure">{points[0]?.y.toLocaleString()}</p>
            ) : points.length === 0 ? (
              <p class="muted">No row has a value.</p>
            ) : (
              <Canvas chart={chart} points={points} />
            )}
            {chart.dangling && <p class="small muted">Uses a property that was deleted.</p>}
            {truncated && <p class="small muted">Only the first 1,000 groups are shown.</p>}
            {chart.kind !== "number" && points.length > 0 && (
              <details>
                <summary class="small">Values</summary>
                <div class="bases-values">
                  <Table
                    label={`Values of ${name}`}
                    columns={[groupText(chart, properties), figureText(chart.y, properties)]}
                  >
                    {points.map(({ x, y }) => (
                      <tr key={x ?? ""}>
                        <td dir="auto">{x ?? "(empty)"}</td>
                        <td>{y.toLocaleString()}</td>
                      </tr>
                    ))}
                  </Table>
                </div>
              </details>
            )}
          </>
        )}
      </Loaded>
    </li>
  );
}
