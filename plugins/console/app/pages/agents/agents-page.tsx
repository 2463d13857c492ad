import { TabbedPage, type TabEntry } from "../../ui/tabbed-page.tsx";
import { AgentsTab } from "./agents-tab.tsx";
import { CodingTab } from "./coding-tab.tsx";
import { RespondersTab } from "./responders-tab.tsx";
import { TurnsTab } from "./turns-tab.tsx";
import "./agents.css";
import "./coding.css";

const TABS: readonly TabEntry[] = [
  { path: "list", label: "Agents", needs: "agents.list", show: AgentsTab },
  { path: "turns", label: "Turns", needs: "agents.turns.list", show: TurnsTab },
  { path: "responders", label: "Responders", needs: "responders.list", show: RespondersTab },
  { path: "coding", label: "Coding", needs: "agentx.sessions.list", show: CodingTab },
];

/** Agents, their turns, who answers them, and coding agents. */
export const AgentsPage = () => <TabbedPage title="Agents" path="agents" entries={TABS} />;
