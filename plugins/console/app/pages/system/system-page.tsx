import { pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Backups } from "./backups.tsx";
import { Doctor } from "./doctor.tsx";
import { Metrics } from "./metrics/metrics.tsx";
import { Overview } from "./overview.tsx";
import { Plugins } from "./plugins.tsx";

const VIEWS = [
  { path: "", title: "Status", needs: "service.status", show: Overview },
  { path: "plugins", title: "Plugins", needs: "service.plugins", show: Plugins },
  { path: "metrics", title: "Metrics", needs: "service.status", show: Metrics },
  { path: "doctor", title: "Doctor", needs: "service.doctor", show: Doctor },
  { path: "backups", title: "Backups", needs: "service.backups.list", show: Backups },
] as const;

/** The gateway itself: its status, plugins, findings and backups. */
export function SystemPage() {
  const session = useSession();
  const [, path = ""] = place.value.parts;
  const views = VIEWS.filter(({ needs }) => session.may(needs));
  const Shown = (views.find((view) => view.path === path) ?? views[0])?.show;
  return (
    <Page
      title="System"
      actions={
        <nav class="tabs grow" aria-label="Parts of the system">
          {views.map((view) => (
            <Link
              key={view.path}
              to={view.path === "" ? "system" : pathTo("system", view.path)}
              aria-current={view.path === path ? "page" : undefined}
            >
              {view.title}
            </Link>
          ))}
        </nav>
      }
    >
      {Shown && <Shown />}
    </Page>
  );
}
