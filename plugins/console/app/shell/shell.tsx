import { useEffect, useRef, useState } from "preact/hooks";
import { place } from "../router.ts";
import { useSession } from "../session/session.ts";
import { ActionsProvider } from "../ui/actions.tsx";
import { Brand } from "../ui/brand.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Account } from "./account.tsx";
import { Connection } from "./connection.tsx";
import { Help } from "./help.tsx";
import { useKeyboard } from "./keyboard.ts";
import { MenuCover } from "./menu-cover.tsx";
import { Navigation } from "./navigation.tsx";
import { Palette } from "./palette.tsx";
import { pageAt, pagesFor } from "./shown-pages.ts";

const NOT_FOUND = { path: "", title: "Not found" };

/** The frame around all pages. */
export function Shell() {
  const session = useSession();
  const [open, setOpen] = useState<"palette" | "help" | "menu" | undefined>();
  const [keys] = useState({ onPalette: () => setOpen("palette"), onHelp: () => setOpen("help") });
  useKeyboard(keys);
  const close = () => setOpen(undefined);
  const menuButton = useRef<HTMLButtonElement>(null);
  const leaveMenu = (): void => {
    close();
    menuButton.current?.focus();
  };
  const { parts } = place.value;
  useEffect(close, [place.value]);
  const page = pageAt(pagesFor(session), parts.length === 0 ? ["inbox"] : parts);
  const Found = page?.show;
  return (
    <ActionsProvider page={page ?? NOT_FOUND}>
      <div class="shell">
        <div class="top">
          <button
            ref={menuButton}
            type="button"
            class="button quiet icon"
            aria-label="Menu"
            aria-expanded={open === "menu"}
            onClick={() => setOpen(open === "menu" ? undefined : "menu")}
          >
            ☰
          </button>
          <strong class="grow">Postern</strong>
          <button type="button" class="button quiet" onClick={keys.onPalette}>
            Find
          </button>
        </div>
        {open === "menu" && <MenuCover onClose={leaveMenu} />}
        <div class={open === "menu" ? "side is-open" : "side"}>
          <Brand />
          <button type="button" class="button" onClick={keys.onPalette}>
            Find <kbd class="small muted">Ctrl K</kbd>
          </button>
          <Navigation onGo={close} />
          <Account />
        </div>
        <main class="content" inert={open === "menu"}>
          <Connection />
          {Found ? (
            <Found />
          ) : (
            <Page title={NOT_FOUND.title}>
              <Empty text="This page does not exist, or your key may not see it." />
            </Page>
          )}
        </main>
      </div>
      {open === "palette" && <Palette onClose={close} />}
      {open === "help" && <Help onClose={close} />}
    </ActionsProvider>
  );
}
