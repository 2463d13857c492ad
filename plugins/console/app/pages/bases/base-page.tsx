import type { Base } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { BaseDialog } from "./base-dialog.tsx";
import { BaseRows } from "./base-rows.tsx";
import { Charts } from "./charts.tsx";
import { useBases } from "./read.ts";

/** One base: its rows, or its charts. */
export function BasePage({ id, tab }: { id: string; tab: string | undefined }) {
  const { may } = useSession();
  const isCharts = tab === "charts";
  const [isEditing, setEditing] = useState(false);
  const query = useBases(`base ${id}`, (client, signal) => client.bases.show({ base: id }, { signal }), {
    events: ["bases.base.*", "bases.property.*", "bases.row.*", "bases.rows.*", "bases.import.*"],
  });
  const { data, error, reload } = query;
  return (
    <Page
      title={data?.base.name ?? "Base"}
      isFlush
      actions={
        <>
          <Link to="bases">All bases</Link>
          {may("bases.charts.list") && (
            <nav class="tabs" aria-label="Parts of the base">
              <Link to={pathTo("bases", id)} aria-current={isCharts ? undefined : "page"}>
                Rows
              </Link>
              <Link to={pathTo("bases", id, "charts")} aria-current={isCharts ? "page" : undefined}>
                Charts
              </Link>
            </nav>
          )}
          {data?.base.status === "archived" && <Badge text="archived" />}
          <span class="grow" />
          {data && <BaseMenu base={data.base} onEdit={() => setEditing(true)} />}
        </>
      }
    >
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {data && isCharts ? (
        <Charts base={data.base} properties={data.properties} />
      ) : data ? (
        <BaseRows key={id} base={data.base} properties={data.properties} />
      ) : (
        error === undefined && <p class="muted loading">Loading…</p>
      )}
      {isEditing && data && (
        <BaseDialog base={data.base} onClose={() => setEditing(false)} onDone={() => setEditing(false)} />
      )}
    </Page>
  );
}

function BaseMenu({ base, onEdit }: { base: Base; onEdit: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const isArchived = base.status === "archived";
  const operation = isArchived ? "bases.unarchive" : "bases.archive";
  const items = [
    ...(may("bases.update") && !isArchived ? [{ label: "Edit the base", onChoose: onEdit }] : []),
    ...(may(operation)
      ? [
          {
            label: isArchived ? "Restore the base" : "Archive the base",
            onChoose: () =>
              void run({ operation, input: { base: base.id } }, { done: isArchived ? "Restored" : "Archived" }),
          },
        ]
      : []),
  ];
  return items.length > 0 ? <Menu label={`Actions for ${base.name}`} items={items} /> : null;
}
