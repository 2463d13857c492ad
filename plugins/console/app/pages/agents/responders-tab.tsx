import type { ResponderDetails } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { responderPath } from "./paths.ts";
import { EVENTS } from "./read.ts";
import { ResponderDetailsView } from "./responder-details.tsx";
import { NewResponder } from "./responder-dialogs.tsx";

const COMMAND = "postern responders create assistant external main";

/** Models, coding agents and programs that answer turns. */
export function RespondersTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  return (
    <SplitPage
      title="Agents"
      tabs={tabs}
      current={responderPath()}
      isOpen={opened !== undefined}
      actions={
        may("responders.create", "responders.kinds") && (
          <button type="button" class="button main" onClick={() => setCreating(true)}>
            New responder
          </button>
        )
      }
      list={
        <Rows
          id="responders"
          label="Responders"
          events={EVENTS}
          estimate={57}
          keyOf={(responder: ResponderDetails) => responder.id}
          load={async (client, page, signal) => {
            const { responders, ...rest } = await client.responders.list(page, { signal });
            return { items: responders as unknown as readonly Partial<ResponderDetails>[], ...rest };
          }}
          render={(responder) => <Row responder={responder} isOpened={responder.id === opened} />}
        >
          <Empty text="Nobody answers turns yet. Create the first responder:" command={COMMAND} />
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty
          text="Choose a responder, or create one: a model, a coding agent, a server, or a program."
          command={COMMAND}
        />
      ) : (
        <ResponderDetailsView key={opened} id={opened} />
      )}
      {isCreating && <NewResponder onClose={() => setCreating(false)} />}
    </SplitPage>
  );
}

function Row({ responder, isOpened }: { responder: ResponderDetails; isOpened: boolean }) {
  const { id, kind, status, agents, problem } = responder;
  return (
    <Link to={responderPath(id)} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
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
    </Link>
  );
}
