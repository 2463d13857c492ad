import { pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { AgentsTab } from "./agents-tab.tsx";
import { CodingTab } from "./coding-tab.tsx";
import { RespondersTab } from "./responders-tab.tsx";
import { TurnsTab } from "./turns-tab.tsx";
import "./agents.css";
import "./coding.css";

const TABS = [
  { path: "list", label: "Agents", needs: "agents.list", show: AgentsTab },
  { path: "turns", label: "Turns", needs: "agents.turns.list", show: TurnsTab },
  { path: "responders", label: "Responders", needs: "responders.list", show: RespondersTab },
  { path: "coding", label: "Coding sessions", needs: "agentx.sessions.list", show: CodingTab },
] as const;

/** What the tabs of this page get. */
export interface TabProps {
  readonly tabs: readonly { readonly path: string; readonly label: string }[];
  /** The id of what is opened. */
  readonly opened: string | undefined;
}

/** Agents, their turns, who answers them, and coding agents. */
export function AgentsPage() {
  const { may } = useSession();
  const [, path, opened] = place.value.parts;
  const tabs = TABS.filter(({ needs }) => may(needs));
  const tab = tabs.find((one) => one.path === path) ?? tabs[0];
  if (!tab) return null;
  return (
    <tab.show
      key={tab.path}
      tabs={tabs.map(({ path, label }) => ({ path: pathTo("agents", path), label }))}
      opened={tab.path === path ? opened : undefined}
    />
  );
}
