import { pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import type { Tab } from "../../ui/split-page.tsx";
import { HooksTab } from "./hooks-tab.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { SchedulesTab } from "./schedules-tab.tsx";
import "./schedules.css";

const TABS = [
  { path: "list", label: "Schedules", needs: "schedules.list", show: SchedulesTab },
  { path: "rules", label: "Rules", needs: "rules.list", show: RulesTab },
  { path: "hooks", label: "Hooks", needs: "hooks.list", show: HooksTab },
] as const;

/** What the tabs of this page get. */
export interface TabProps {
  readonly tabs: readonly Tab[];
  /** The id of what is opened. */
  readonly opened: string | undefined;
}

/** What the gateway does by itself: at times, after events, and webhooks. */
export function SchedulesPage() {
  const { may } = useSession();
  const [, path, opened] = place.value.parts;
  const tabs = TABS.filter(({ needs }) => may(needs));
  const tab = tabs.find((one) => one.path === path) ?? tabs[0];
  if (!tab) return null;
  return (
    <tab.show
      key={tab.path}
      tabs={tabs.map(({ path, label }) => ({ path: pathTo("schedules", path), label }))}
      opened={tab.path === path ? opened : undefined}
    />
  );
}
