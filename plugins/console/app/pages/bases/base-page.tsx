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
import { DeletedProperties } from "./deleted-properties.tsx";
import { useBases } from "./read.ts";

/** One base: its rows, or its charts. */
export function BasePage({ id, tab }: { id: string; tab: string | undefined }) {
  const { may } = useSession();
  const isCharts = tab === "charts";
  const [dialog, setDialog] = useState<"edit" | "deleted" | undefined>();
  const query = useBases(`base ${id}`, (client, signal) => client.bases.show({ base: id }, { signal }), {
    events: ["bases.base.*", "bases.property.*", "bases.row.*", "bases.rows.*", "bases.import.*"],
  });
  const { data, error, reload } = query;
  const close = (): void => setDialog(undefined);
  return (
    <Page
      title={data?.base.name ?? "Base"}
      isFlush
      actions={
        <>
          <Link to="bases" class="small">
            All bases
          </Link>
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
          {data && <BaseMenu base={data.base} onDialog={setDialog} />}
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
      {dialog === "edit" && data && <BaseDialog base={data.base} onClose={close} onDone={close} />}
      {dialog === "deleted" && data && <DeletedProperties base={data.base} onClose={close} />}
    </Page>
  );
}

function BaseMenu({ base, onDialog }: { base: Base; onDialog: (dialog: "edit" | "deleted") => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const isArchived = base.status === "archived";
  const operation = isArchived ? "bases.unarchive" : "bases.archive";
  const items = [
    ...(may("bases.update") && !isArchived ? [{ label: "Edit the base", onChoose: () => onDialog("edit") }] : []),
    ...(may("bases.props.list") ? [{ label: "Deleted properties", onChoose: () => onDialog("deleted") }] : []),
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
