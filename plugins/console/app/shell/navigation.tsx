import { PAGES } from "../pages/pages.ts";
import { place } from "../router.ts";
import { type Session, useSession } from "../session/session.ts";
import { Link } from "../ui/link.tsx";

/** The pages that the key may see. */
export const pagesFor = (session: Session) => PAGES.filter(({ needs }) => session.may(...needs));

export function Navigation({ onGo }: { onGo: () => void }) {
  const session = useSession();
  const current = place.value.parts[0] ?? "inbox";
  return (
    <nav class="nav" aria-label="Pages">
      {pagesFor(session).map(({ path, title, letter }) => (
        <Link
          key={path}
          to={path}
          title={`g ${letter}`}
          aria-current={path === current ? "page" : undefined}
          onClick={onGo}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
