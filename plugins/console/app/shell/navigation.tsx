import { parts as puzzle } from "@iconify-json/lucide/icons.json?icon=puzzle";
import { Fragment } from "preact";
import { place } from "../router.ts";
import { useSession } from "../session/session.ts";
import { FileIcon, Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { pageAt, pagesFor, type ShownPage } from "./shown-pages.ts";

/** Links to the pages that the key may see. */
export function Navigation({ onGo }: { onGo: () => void }) {
  const pages = pagesFor(useSession());
  const { parts } = place.value;
  const current = pageAt(pages, parts.length === 0 ? ["inbox"] : parts);
  return (
    <nav class="nav" aria-label="Pages">
      {pages.map((page, at) => (
        <Fragment key={page.path}>
          {page.plugin !== undefined && pages[at - 1]?.plugin === undefined && <div class="nav-heading">Plugins</div>}
          <Link
            to={page.path}
            title={titleOf(page)}
            aria-current={page === current ? "page" : undefined}
            onClick={onGo}
          >
            <Picture icon={page.icon} />
            <span class="cut" dir="auto">
              {page.title}
            </span>
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}

/** The keys that open the page, or the plugin that it belongs to. */
function titleOf({ letter, plugin }: ShownPage): string | undefined {
  if (plugin !== undefined) return `Page of the plugin ${plugin}`;
  return letter === undefined ? undefined : `g ${letter}`;
}

function Picture({ icon = { parts: puzzle } }: Pick<ShownPage, "icon">) {
  return "url" in icon ? <FileIcon url={icon.url} /> : <Icon parts={icon.parts} />;
}
