import { useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Gallery } from "./gallery.tsx";
import { PublishDialog, type Target } from "./publish-dialog.tsx";
import { WidgetView } from "./widget-view.tsx";
import "./widgets.css";

/** The published widgets, and one of them: `widgets/<scope>/<slug>`. */
export function WidgetsPage() {
  const { may } = useSession();
  const { parts, query } = place.value;
  const [, scope, slug] = parts;
  const isArchived = query.get("status") === "archived";
  const [target, setTarget] = useState<Target | undefined>();
  const dialog = target && (
    <PublishDialog
      target={target}
      onClose={() => setTarget(undefined)}
      onPublished={(ref) => {
        setTarget(undefined);
        go(pathTo("widgets", ...ref.split("/")));
      }}
    />
  );
  if (scope !== undefined && slug !== undefined)
    return (
      <>
        <WidgetView key={`${scope}/${slug}`} widgetRef={`${scope}/${slug}`} onPublish={setTarget} />
        {dialog}
      </>
    );
  return (
    <Page
      title="Widgets"
      actions={
        <>
          <nav class="tabs" aria-label="Status of widgets">
            <Link to="widgets" aria-current={isArchived ? undefined : "page"}>
              Published
            </Link>
            <Link to="widgets?status=archived" aria-current={isArchived ? "page" : undefined}>
              Archived
            </Link>
          </nav>
          <span class="grow" />
          {may("widgets.publish", "widgets.upload") && (
            <button type="button" class="button main" onClick={() => setTarget({})}>
              Publish a widget
            </button>
          )}
        </>
      }
    >
      <Gallery isArchived={isArchived} />
      {dialog}
    </Page>
  );
}
