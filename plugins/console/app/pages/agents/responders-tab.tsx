import type { ResponderDetails } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { responderPath } from "./paths.ts";
import { EVENTS } from "./read.ts";
import { ResponderDetailsView } from "./responder-details.tsx";
import { NewResponder } from "./responder-dialogs.tsx";

const COMMAND = "postern responders create assistant external main";

/** Models, coding agents and programs that answer turns. */
export const RespondersTab = (tab: TabProps) => (
  <ListPage
    {...tab}
    label="Responders"
    events={EVENTS}
    load={async (client, page, signal) => {
      const { responders, ...rest } = await client.responders.list(page, { signal });
      return { items: responders as unknown as readonly Partial<ResponderDetails>[], ...rest };
    }}
    pathOf={responderPath}
    row={Row}
    details={(id) => <ResponderDetailsView id={id} />}
    none={{ text: "No responder yet. Create the first:", command: COMMAND }}
    choose={{
      text: "Choose a responder, or create one: a model, a coding agent, a server, or a program.",
      command: COMMAND,
    }}
    create={{
      label: "New responder",
      needs: ["responders.create", "responders.kinds"],
      dialog: (onClose) => <NewResponder onClose={onClose} />,
    }}
  />
);

function Row({ item: { id, kind, status, agents, problem } }: { item: ResponderDetails }) {
  return (
    <>
      <span class="row">
        <strong class="cut grow">{id}</strong>
        {problem !== undefined && status === "enabled" && <Badge text="problem" tone="bad" />}
        <Badge text={status} />
      </span>
      <span class="row small muted">
        <span class="fixed">{kind}</span>
        <span class="cut grow" dir="auto">
          answers {agents.join(", ")}
        </span>
      </span>
    </>
  );
}
