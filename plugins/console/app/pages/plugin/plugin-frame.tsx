import { useEffect, useRef, useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { type AddedPage, fileOf } from "../../session/added-pages.ts";
import { useSession } from "../../session/session.ts";
import { theme } from "../../shell/theme.ts";
import { useActions } from "../../ui/actions.tsx";
import { Problem } from "../../ui/problem.tsx";
import { serve } from "./serve.ts";

/** The sandboxed frame of a page of a plugin, which reaches the gateway through the console only. */
export function PluginFrame({ page }: { page: AddedPage }) {
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
      // Replaced, so that the Back button leaves the page however often it changes its place.
      onGo: (to) => isShown(own) && go(own + pathInside(to), { replace: true }),
      // The keyboard belongs to the frame, so this is the key that was pressed in it.
      onPalette: () => document.activeElement === frame.current && openPalette(),
    });
    frame.current?.contentWindow?.postMessage(
      { type: "postern.page", module: page.module, place: inside, theme: theme.value },
      // A sandboxed document has no origin that could be named. The message contains no secret.
      "*",
      [port.current.remote],
    );
    setLoaded(true);
  }

  if (fault !== undefined)
    return (
      <div class="plugin-fault">
        <Problem error={new Error(fault)} onRetry={() => location.reload()} />
      </div>
    );
  return (
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
  );
}

/** The part of the address that belongs to the page. */
function insideOf(own: string): string {
  const { parts, query } = place.value;
  const rest = pathTo(...parts.slice(own.split("/").length));
  return query.size === 0 ? rest : `${rest}?${query}`;
}

/** Whether the address is one of the page: it must not replace that of another page to which the viewer has just gone. */
const isShown = (own: string): boolean => pathTo(...place.value.parts.slice(0, own.split("/").length)) === own;

/** Where a page goes, as the end of an address. Dots cannot lead out of the page; an invalid place is its start. */
function pathInside(to: string): string {
  if (!URL.canParse(to, "http://page/")) return "";
  const { pathname, search } = new URL(to, "http://page/");
  return (pathname === "/" ? "" : pathname) + search;
}

const openPalette = (): void => {
  dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
};
