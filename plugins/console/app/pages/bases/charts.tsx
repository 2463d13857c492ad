import type { Base, Chart, ChartPoint, Property } from "@postern/client/api";
import { useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { ChartDialog } from "./chart-dialog.tsx";
import { useBases } from "./read.ts";

/** Charts that are computed at once. */
const PAGE = 6;
/** A chart is computed from all rows, so that of a larger base does not follow each change of a row. */
const MOST_LIVE_ROWS = 10_000;

/** The library that draws is only loaded with the first chart. */
const Canvas = lazy(async () => (await import("./chart-canvas.tsx")).ChartCanvas);

interface ChartsProps {
  readonly base: Base;
  readonly properties: readonly Property[];
}

/** The charts of a base. */
export function Charts({ base, properties }: ChartsProps) {
  const { may } = useSession();
  const [limit, setLimit] = useState(PAGE);
  const [isCreating, setCreating] = useState(false);
  const query = useBases(
    `charts ${base.id} ${limit}`,
    (client, signal) => client.bases.charts.list({ base: base.id, limit }, { signal }),
    { base: base.id, events: ["bases.chart.*", "bases.property.*"] },
  );
  return (
    <div class="padded stack">
      {base.status === "active" && may("bases.charts.create") && (
        <div>
          <button type="button" class="button main" onClick={() => setCreating(true)}>
            New chart
          </button>
        </div>
      )}
      <Loaded query={query}>
        {({ charts, nextOffset }) =>
          charts.length === 0 ? (
            <Empty
              text="No charts yet. A chart groups rows and counts or sums them:"
              command={`postern bases charts create --base ${base.slug} --name Rows --kind number`}
            />
          ) : (
            <>
              <ul class="bases-charts">
                {(charts as Chart[]).map((chart) => (
                  <ChartCard key={chart.id} base={base} chart={chart} />
                ))}
              </ul>
              {nextOffset !== undefined && (
                <div>
                  <button type="button" class="button" onClick={() => setLimit(limit + PAGE)}>
                    Show more
                  </button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
      {isCreating && <ChartDialog base={base} properties={properties} onClose={() => setCreating(false)} />}
    </div>
  );
}

interface ShownChart {
  readonly chart: Chart;
  readonly points: readonly ChartPoint[];
  readonly truncated: boolean;
}

function ChartCard({ base, chart: { id, name } }: { base: Base; chart: Chart }) {
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
  return (
    <li class="card stack">
      <div class="row">
        <h2 class="grow cut" dir="auto" title={name}>
          {name}
        </h2>
        {base.status === "active" && may("bases.charts.remove") && (
          <Menu label={`Actions for ${name}`} items={[{ label: "Remove", onChoose: () => void remove() }]} />
        )}
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
                  <Table label={`Values of ${name}`} columns={[chart.x ?? "", chart.y]}>
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
