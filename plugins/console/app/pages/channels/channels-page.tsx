import { pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import type { Tab } from "../../ui/split-page.tsx";
import { AdaptersTab } from "./adapters-tab.tsx";
import { PlacesTab } from "./places-tab.tsx";
import { RunnerTab } from "./runner-tab.tsx";
import "./channels.css";

const TABS = [
  { path: "list", label: "Adapters", needs: "channels.adapters.list", show: AdaptersTab },
  { path: "places", label: "Places", needs: "channels.places.list", show: PlacesTab },
  { path: "runner", label: "Runner", needs: "channels.status", show: RunnerTab },
] as const;

/** What the tabs of this page get. */
export interface TabProps {
  readonly tabs: readonly Tab[];
  /** The id of what is opened. */
  readonly opened: string | undefined;
}

/** Adapters for other messaging platforms, the conversations there, and the process that keeps the connections. */
export function ChannelsPage() {
  const { may } = useSession();
  const [, path, opened] = place.value.parts;
  const tabs = TABS.filter(({ needs }) => may(needs));
  const tab = tabs.find((one) => one.path === path) ?? tabs[0];
  if (!tab) return null;
  return (
    <tab.show
      key={tab.path}
      tabs={tabs.map(({ path, label }) => ({ path: pathTo("channels", path), label }))}
      opened={tab.path === path ? opened : undefined}
    />
  );
}
