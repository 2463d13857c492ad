import { TabbedPage, type TabEntry } from "../../ui/tabbed-page.tsx";
import { AdaptersTab } from "./adapters-tab.tsx";
import { PlacesTab } from "./places-tab.tsx";
import { RunnerTab } from "./runner-tab.tsx";
import "./channels.css";

const TABS: readonly TabEntry[] = [
  { path: "list", label: "Adapters", needs: "channels.adapters.list", show: AdaptersTab },
  { path: "places", label: "Places", needs: "channels.places.list", show: PlacesTab },
  { path: "runner", label: "Runner", needs: "channels.status", show: RunnerTab },
];

/** Adapters for other messaging platforms, the conversations there, and the process that keeps the connections. */
export const ChannelsPage = () => <TabbedPage title="Channels" path="channels" entries={TABS} />;
