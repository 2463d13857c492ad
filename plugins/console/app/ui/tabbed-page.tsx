import type { ComponentType } from "preact";
import { pathTo, place } from "../router.ts";
import { useSession } from "../session/session.ts";

/** What a tab of a page gets. */
export interface TabProps {
  /** The title of the page. */
  readonly title: string;
  readonly tabs: readonly { readonly path: string; readonly label: string }[];
  /** The path of the tab. */
  readonly current: string;
  /** The id of what is opened. */
  readonly opened: string | undefined;
}

/** A part of a page. */
export interface TabEntry {
  /** The second part of its address. */
  readonly path: string;
  readonly label: string;
  /** The operation without which it has nothing to show. */
  readonly needs: string;
  readonly show: ComponentType<TabProps>;
}

interface TabbedPageProps {
  readonly title: string;
  readonly path: string;
  readonly entries: readonly TabEntry[];
}

/** A page whose parts have addresses of their own: `agents/turns/turn_…`. The first that the key may see is the start. */
export function TabbedPage({ title, path: page, entries }: TabbedPageProps) {
  const { may } = useSession();
  const [, path, opened] = place.value.parts;
  const shown = entries.filter(({ needs }) => may(needs));
  const entry = shown.find((one) => one.path === path) ?? shown[0];
  if (!entry) return null;
  return (
    <entry.show
      key={entry.path}
      title={title}
      current={pathTo(page, entry.path)}
      tabs={shown.map(({ path, label }) => ({ path: pathTo(page, path), label }))}
      opened={entry.path === path ? opened : undefined}
    />
  );
}
