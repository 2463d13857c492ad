import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Loaded, Page } from "../../ui/page.tsx";
import { Preview } from "./preview.tsx";
import type { Target } from "./publish-dialog.tsx";
import { useWidgets } from "./read.ts";
import { WidgetDetails } from "./widget-details.tsx";

interface WidgetViewProps {
  readonly widgetRef: string;
  readonly onPublish: (target: Target) => void;
}

/** One widget: running in its sandbox, with its versions and files beside it. */
export function WidgetView({ widgetRef: ref, onPublish }: WidgetViewProps) {
  const { may } = useSession();
  const { run } = useActions();
  /** The version that is shown; undefined for the newest. */
  const [version, setVersion] = useState<number | undefined>();
  const query = useWidgets(`show ${ref} ${version}`, (client, signal) =>
    client.widgets.show({ ref, ...(version !== undefined && { version }) }, { signal }),
  );
  const item = query.data?.item;
  const act = (operation: string, done: string) => () => void run({ operation, input: { ref } }, { done });
  const items = [
    ...(item?.archived === false && may("widgets.archive")
      ? [{ label: "Archive", onChoose: act("widgets.archive", "Archived") }]
      : []),
  ];
  return (
    <Page
      title={item?.name ?? ref}
      isFlush
      actions={
        <>
          <Link to="widgets" class="small">
            All widgets
          </Link>
          {item?.archived && <Badge text="archived" />}
          <span class="grow" />
          {item?.archived === false && may("widgets.publish", "widgets.upload") && (
            <button type="button" class="button main" onClick={() => onPublish(targetOf(ref))}>
              Publish a version
            </button>
          )}
          {item?.archived && may("widgets.unarchive") && (
            <button type="button" class="button" onClick={act("widgets.unarchive", "Restored")}>
              Restore
            </button>
          )}
          {items.length > 0 && <Menu label={`Actions for ${item?.name}`} items={items} />}
        </>
      }
    >
      <Loaded query={query}>
        {(shown) => (
          <div class="widget-view">
            {shown.item.archived || shown.item.version === 0 ? (
              <p class="muted widget-preview widget-none">An archived widget is not served.</p>
            ) : (
              <Preview
                key={`${ref}@${shown.version.version}`}
                reference={`${ref}@${shown.version.version}`}
                name={shown.item.name}
                mayConnect={shown.version.externalAllowed}
              />
            )}
            <WidgetDetails widgetRef={ref} shown={shown} onVersion={setVersion} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function targetOf(ref: string): Target {
  const [scope, slug] = ref.split("/") as [string, string];
  return { scope, slug };
}
