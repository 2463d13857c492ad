import type { Base, Chart, Property } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { Empty, Loaded } from "../../ui/page.tsx";
import { ChartCard } from "./chart-card.tsx";
import { ChartDialog } from "./chart-dialog.tsx";
import { useBases } from "./read.ts";

/** Charts that are computed at once. */
const PAGE = 6;

interface ChartsProps {
  readonly base: Base;
  readonly properties: readonly Property[];
}

/** The charts of a base. */
export function Charts({ base, properties }: ChartsProps) {
  const { may } = useSession();
  const [limit, setLimit] = useState(PAGE);
  const [dialog, setDialog] = useState<{ chart?: Chart } | undefined>();
  const query = useBases(
    `charts ${base.id} ${limit}`,
    (client, signal) => client.bases.charts.list({ base: base.id, limit }, { signal }),
    { base: base.id, events: ["bases.chart.*", "bases.property.*"] },
  );
  return (
    <div class="padded stack">
      {base.status === "active" && may("bases.charts.create") && (
        <div>
          <button type="button" class="button main" onClick={() => setDialog({})}>
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
                  <ChartCard
                    key={chart.id}
                    base={base}
                    properties={properties}
                    chart={chart}
                    onEdit={() => setDialog({ chart })}
                  />
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
      {dialog && <ChartDialog base={base} properties={properties} {...dialog} onClose={() => setDialog(undefined)} />}
    </div>
  );
}
