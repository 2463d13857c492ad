import { parts as puzzle } from "@iconify-json/lucide/icons.json?icon=puzzle";
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
      {pages.map((page) => (
        <Link
          key={page.path}
          to={page.path}
          title={page.letter === undefined ? undefined : `g ${page.letter}`}
          aria-current={page === current ? "page" : undefined}
          onClick={onGo}
        >
          <Picture icon={page.icon} />
          <span class="cut" dir="auto">
            {page.title}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function Picture({ icon = { parts: puzzle } }: Pick<ShownPage, "icon">) {
  return "url" in icon ? <FileIcon url={icon.url} /> : <Icon parts={icon.parts} />;
}
