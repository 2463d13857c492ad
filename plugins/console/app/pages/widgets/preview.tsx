import { useCallback, useEffect, useState } from "preact/hooks";
import { root } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Problem } from "../../ui/problem.tsx";

interface PreviewProps {
  /** `<scope>/<slug>@<version>` */
  readonly reference: string;
  readonly name: string;
  /** Whether it may connect to other hosts. */
  readonly mayConnect: boolean;
}

/** A widget in its sandbox. It is opened by a ticket that is valid for this widget only. */
export function Preview({ reference: ref, name, mayConnect }: PreviewProps) {
  const session = useSession();
  const [url, setUrl] = useState<string | undefined>();
  const [error, setError] = useState<unknown>();
  const open = useCallback(() => {
    setError(undefined);
    session.client.widgets.link({ ref }).then(
      ({ path }) => setUrl(new URL(`..${path}`, root).href),
      (reason: unknown) => {
        session.failed(reason);
        setError(reason);
      },
    );
  }, [session, ref]);
  useEffect(open, [open]);
  return (
    <section class="widget-preview" aria-label="Preview">
      {error !== undefined && <Problem error={error} onRetry={open} />}
      {url !== undefined && (
        <>
          <iframe
            // A new ticket is another address, so the frame is loaded again.
            src={url}
            title={name}
            sandbox={`allow-scripts allow-forms${mayConnect ? " allow-popups allow-popups-to-escape-sandbox" : ""}`}
            referrerpolicy="no-referrer"
          />
          <div class="row small widget-bar">
            <span class="muted grow">Runs in a sandbox{mayConnect ? " and may connect to other hosts" : ""}.</span>
            <button type="button" class="button quiet" onClick={open}>
              Reload
            </button>
            <a class="button quiet" href={url} target="_blank" rel="noopener noreferrer">
              Open in a tab
            </a>
          </div>
        </>
      )}
    </section>
  );
}
