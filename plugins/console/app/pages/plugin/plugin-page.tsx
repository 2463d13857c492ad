import { useMemo, useState } from "preact/hooks";
import { root } from "../../router.ts";
import type { AddedPage } from "../../session/added-pages.ts";
import { consentsOf } from "../../session/consent.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Page } from "../../ui/page.tsx";
import { Consent } from "./consent.tsx";
import { PluginFrame } from "./plugin-frame.tsx";
import { Rights } from "./rights.tsx";
import "./plugin.css";

/** A page of a plugin. The viewer allows it once for each version of the plugin. */
export function PluginPage({ page }: { page: AddedPage }) {
  const { name: person } = useSession();
  const consents = useMemo(() => consentsOf({ person, console: root.pathname, storage: localStorage }), [person]);
  const [isAllowed, setAllowed] = useState(() => consents.has(page));
  const [isShowingRights, showRights] = useState(false);
  const { title, plugin, version } = page;
  return (
    <Page
      title={title}
      isFlush
      actions={
        <>
          <span class="grow">
            <Badge text={`plugin ${plugin} ${version}`} />
          </span>
          {isAllowed && (
            <button type="button" class="button" onClick={() => showRights(true)}>
              Rights
            </button>
          )}
        </>
      }
    >
      {isAllowed ? (
        <PluginFrame page={page} />
      ) : (
        <Consent
          page={page}
          onAllow={() => {
            consents.give(page);
            setAllowed(true);
          }}
        />
      )}
      {isShowingRights && (
        <Dialog
          title={`Rights of "${title}"`}
          onClose={() => showRights(false)}
          actions={
            <button
              type="button"
              class="button danger"
              onClick={() => {
                consents.withdraw(page);
                showRights(false);
                setAllowed(false);
              }}
            >
              Withdraw consent
            </button>
          }
        >
          <Rights page={page} />
        </Dialog>
      )}
    </Page>
  );
}
