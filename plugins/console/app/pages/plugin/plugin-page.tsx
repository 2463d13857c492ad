import { useEffect, useRef, useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { type AddedPage, fileOf } from "../../session/added-pages.ts";
import { useSession } from "../../session/session.ts";
import { theme } from "../../shell/theme.ts";
import { useActions } from "../../ui/actions.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { serve } from "./serve.ts";
import "./plugin.css";

/** A page of a plugin, in a sandboxed frame that reaches the gateway through this page only. */
export function PluginPage({ page }: { page: AddedPage }) {
  const session = useSession();
  const { run } = useActions();
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<ReturnType<typeof serve> | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>();
  const [isLoaded, setLoaded] = useState(false);
  const [isReady, setReady] = useState(false);
  const { title, plugin, name } = page;
  const own = pathTo("plugins", plugin, name);
  const inside = insideOf(own);

  useEffect(() => () => port.current?.close(), []);
  useEffect(() => port.current?.send({ type: "theme", theme: theme.value }), [theme.value]);
  useEffect(() => port.current?.showPlace(inside), [inside]);

  function loaded(): void {
    // A frame that left its document could be anything else of this gateway, so it gets nothing.
    if (port.current) {
      port.current.close();
      setFault("The page left its frame. Open it again.");
      return;
    }
    port.current = serve({
      page,
      session,
      run,
      place: inside,
      onReady: () => setReady(true),
      onFailed: setFault,
      onGo: (to) => go(own + pathInside(to)),
      onPalette: openPalette,
    });
    frame.current?.contentWindow?.postMessage(
      { type: "postern.page", module: page.module, place: inside, theme: theme.value },
      // A sandboxed document has no origin that could be named. The message contains no secret.
      "*",
      [port.current.remote],
    );
    setLoaded(true);
  }

  return (
    <Page title={title} isFlush>
      {fault !== undefined ? (
        <div class="plugin-fault">
          <Problem error={new Error(fault)} onRetry={() => location.reload()} />
        </div>
      ) : (
        <>
          {!isReady && <p class="muted loading">Loading…</p>}
          <iframe
            ref={frame}
            class={isLoaded ? "plugin-frame" : "plugin-frame is-loading"}
            title={title}
            src={fileOf(page, "")}
            sandbox="allow-scripts allow-forms"
            onLoad={loaded}
          />
        </>
      )}
    </Page>
  );
}

/** The part of the address that belongs to the page. */
function insideOf(own: string): string {
  const { parts, query } = place.value;
  const rest = pathTo(...parts.slice(own.split("/").length));
  return query.size === 0 ? rest : `${rest}?${query}`;
}

/** Where a page goes, as the end of an address. Dots cannot lead out of the page. */
function pathInside(to: string): string {
  const { pathname, search } = new URL(to, "http://page/");
  return (pathname === "/" ? "" : pathname) + search;
}

/** The keyboard belongs to the frame, so this is the key that was pressed in it. */
const openPalette = (): void => {
  dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
};
