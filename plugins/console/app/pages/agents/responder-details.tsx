import type { ResponderDetails } from "@postern/client/api";
import { useState } from "preact/hooks";
import { labelOf } from "../../forms/label.ts";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { ResponderBudget } from "./budgets.tsx";
import { agentPath, responderPath } from "./paths.ts";
import { useAgents } from "./read.ts";
import { EditResponder } from "./responder-dialogs.tsx";

interface Checked {
  readonly ok: boolean;
  readonly detail: string;
}

/** One responder: what it needs, what it used today, and whether it can answer. */
export function ResponderDetailsView({ id }: { id: string }) {
  const [isEditing, setEditing] = useState(false);
  const [checked, setChecked] = useState<Checked | undefined>();
  const query = useAgents(
    `responder ${id}`,
    async (client, signal) => (await client.responders.show({ id }, { signal })).responder,
  );
  return (
    <div class="stack padded">
      <BackLink to={responderPath()}> ← All responders</BackLink>
      <Loaded query={query}>
        {(responder) => (
          <>
            <div class="row wrap">
              <h2 class="words">{responder.id}</h2>
              <Badge text={responder.status} />
            </div>
            <Buttons responder={responder} onEdit={() => setEditing(true)} onChecked={setChecked} />
            {checked && (
              <p class={checked.ok ? "notice good-note words" : "notice bad-note words"} role="status" dir="auto">
                {checked.detail}
              </p>
            )}
            {responder.problem !== undefined && responder.status === "enabled" && (
              <p class="notice bad-note words" dir="auto">
                {responder.problem}
              </p>
            )}
            <ResponderFacts responder={responder} />
            <ResponderBudget responder={responder} />
            {isEditing && <EditResponder responder={responder} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ButtonsProps {
  readonly responder: ResponderDetails;
  readonly onEdit: () => void;
  readonly onChecked: (checked: Checked) => void;
}

function Buttons({ responder: { id, status }, onEdit, onChecked }: ButtonsProps) {
  const { may } = useSession();
  const { run } = useActions();
  const command = status === "enabled" ? "responders.disable" : "responders.enable";

  async function check(): Promise<void> {
    const answer = await run({ operation: "responders.check", input: { id } }, { showPlan: false });
    if (answer !== undefined) onChecked(answer as Checked);
  }

  async function remove(): Promise<void> {
    const answer = await run({ operation: "responders.remove", input: { id } }, { done: "Removed" });
    if (answer !== undefined) go(responderPath());
  }

  return (
    <div class="row wrap">
      {may("responders.update") && (
        <button type="button" class="button" onClick={onEdit}>
          Edit
        </button>
      )}
      {may("responders.check") && (
        <button type="button" class="button" onClick={() => void check()}>
          Check
        </button>
      )}
      {may(command) && (
        <button type="button" class="button" onClick={() => void run({ operation: command, input: { id } })}>
          {status === "enabled" ? "Disable" : "Enable"}
        </button>
      )}
      {may("responders.remove") && (
        <button type="button" class="button danger" onClick={() => void remove()}>
          Remove
        </button>
      )}
    </div>
  );
}

function ResponderFacts({ responder }: { responder: ResponderDetails }) {
  const { kind, agents, config, connection, scopes, concurrency, lastAnswerAt, lastError, lastErrorAt } = responder;
  return (
    <Facts>
      <Fact name="Kind">{kind}</Fact>
      <Fact name="Answers">
        <ul class="row wrap" aria-label="Agents">
          {agents.map((agentId) => (
            <li key={agentId}>
              <Link to={agentPath(agentId)}>{agentId}</Link>
            </li>
          ))}
        </ul>
      </Fact>
      {Object.entries(config).map(([name, value]) => (
        <Fact key={name} name={labelOf(name)}>
          <span dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</span>
        </Fact>
      ))}
      {connection !== undefined && (
        <Fact name="Connection">
          <Id id={connection} />
        </Fact>
      )}
      <Fact name="Tools">
        {scopes.length === 0 ? <span class="muted">None</span> : <code>{scopes.join(" ")}</code>}
      </Fact>
      <Fact name="Chats at the same time">{concurrency}</Fact>
      <Fact name="Last answer">
        {lastAnswerAt === undefined ? <span class="muted">Never</span> : <Time at={lastAnswerAt} />}
      </Fact>
      {lastError !== undefined && (
        <Fact name="Last error">
          <span class="words" dir="auto">
            {lastError}
          </span>{" "}
          {lastErrorAt !== undefined && <Time at={lastErrorAt} />}
        </Fact>
      )}
    </Facts>
  );
}
