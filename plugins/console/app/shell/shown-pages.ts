import type { ComponentType } from "preact";
import { createElement } from "preact";
import { PAGES, type PageEntry } from "../pages/pages.ts";
import { PluginPage } from "../pages/plugin/plugin-page.tsx";
import { pathTo } from "../router.ts";
import { type AddedPage, fileOf } from "../session/added-pages.ts";
import type { Session } from "../session/session.ts";
import type { IconParts } from "../ui/icon.tsx";

/** A page in the navigation: of the console, or of a plugin. */
export interface ShownPage extends Pick<PageEntry, "path" | "title" | "show"> {
  /** An icon of this program, or a file of the plugin. */
  readonly icon: { readonly parts: IconParts } | { readonly url: string } | undefined;
  readonly letter?: string;
  /** The plugin that the page belongs to. Absent for pages of the console itself. */
  readonly plugin?: string;
}

const shown = new WeakMap<Session, readonly ShownPage[]>();

/** The pages that the key may see. */
export function pagesFor(session: Session): readonly ShownPage[] {
  const found = shown.get(session) ?? [
    ...PAGES.filter(({ needs }) => session.may(...needs)).map((page) => ({ ...page, icon: { parts: page.icon } })),
    ...session.pages.map(entryOf),
  ];
  shown.set(session, found);
  return found;
}

/** The page that the parts of an address belong to. */
export const pageAt = (pages: readonly ShownPage[], parts: readonly string[]): ShownPage | undefined =>
  pages.find(({ path }) => path.split("/").every((part, at) => part === encodeURIComponent(parts[at] ?? "")));

function entryOf(page: AddedPage): ShownPage {
  const show: ComponentType = () => createElement(PluginPage, { page });
  const { plugin, name, title, icon } = page;
  return {
    path: pathTo("plugins", plugin, name),
    title,
    plugin,
    icon: icon === undefined ? undefined : { url: fileOf(page, icon) },
    show,
  };
}
