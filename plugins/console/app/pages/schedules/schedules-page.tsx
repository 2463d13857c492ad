import { TabbedPage, type TabEntry } from "../../ui/tabbed-page.tsx";
import { HooksTab } from "./hooks-tab.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { SchedulesTab } from "./schedules-tab.tsx";
import "./schedules.css";

const TABS: readonly TabEntry[] = [
  { path: "list", label: "Schedules", needs: "schedules.list", show: SchedulesTab },
  { path: "rules", label: "Rules", needs: "rules.list", show: RulesTab },
  { path: "hooks", label: "Webhooks", needs: "hooks.list", show: HooksTab },
];

/** What the gateway does by itself: at times, after events, and webhooks. */
export const SchedulesPage = () => <TabbedPage title="Schedules" path="schedules" entries={TABS} />;
