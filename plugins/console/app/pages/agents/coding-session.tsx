import type { CodingSession, Permission } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Loaded } from "../../ui/page.tsx";
import { CodingPrompt } from "./coding-prompt.tsx";
import { CodingRequests } from "./coding-requests.tsx";
import { CodingTranscript } from "./coding-transcript.tsx";
import { placeOf } from "./paths.ts";

type Shown = CodingSession & { readonly requests: readonly Permission[] };

/** One session of a coding agent: its transcript, what it asks for, and the next prompt. */
export function CodingSessionView({ id, back }: { id: string; back: string }) {
  const { may } = useSession();
  const [isRenaming, setRenaming] = useState(false);
  const query = useQuery(
    `coding session ${id}`,
    async (client, signal) => (await client.agentx.sessions.show({ session: id }, { signal })).session as Shown,
    { events: ["agentx.session.*", "agentx.turn.*", "agentx.permission.*"], concerns: ({ subject }) => subject === id },
  );
  return (
    <div class="coding">
      <Loaded query={query}>
        {(session) => (
          <>
            <Header session={session} back={back} onRename={() => setRenaming(true)} />
            {may("agentx.sessions.messages") && <CodingTranscript sessionId={session.id} />}
            {session.requests.length > 0 && <CodingRequests requests={session.requests} />}
            {may("agentx.sessions.send") && canContinue(session) && <CodingPrompt session={session} />}
            {isRenaming && (
              <OperationDialog
                operation="agentx.sessions.rename"
                title="Rename the session"
                action="Rename"
                fixed={{ session: id }}
                before={{ title: session.title ?? "" }}
                fields={[{ name: "title" }]}
                onClose={() => setRenaming(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

const canContinue = ({ status, resumable, archivedAt }: CodingSession): boolean =>
  archivedAt === undefined && (status !== "gone" || resumable);

function Header({ session, back, onRename }: { session: CodingSession; back: string; onRename: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const { id, title, agent, status, reason, live, turn, waiting, archivedAt } = session;
  const call = (name: string) => () => void run({ operation: `agentx.sessions.${name}`, input: { session: id } });
  async function remove(): Promise<void> {
    const answer = await run({ operation: "agentx.sessions.remove", input: { session: id } }, { done: "Deleted" });
    if (answer !== undefined) go(back);
  }
  const isArchived = archivedAt !== undefined;
  const items = [
    { label: "Rename", name: "rename", isShown: true, onChoose: onRename },
    { label: "Archive", name: "archive", isShown: !isArchived, onChoose: call("archive") },
    { label: "Restore", name: "unarchive", isShown: isArchived, onChoose: call("unarchive") },
    { label: "Delete", name: "remove", isShown: !live, onChoose: () => void remove() },
  ].filter(({ name, isShown }) => isShown && may(`agentx.sessions.${name}`));
  return (
    <header class="coding-header">
      <BackLink to={back}> ← All sessions</BackLink>
      <div class="row wrap">
        <h2 class="words" dir="auto">
          {title ?? agent}
        </h2>
        <Badge text={status} />
        {isArchived && <Badge text="archived" />}
        <span class="grow" />
        {turn !== undefined && may("agentx.sessions.cancel") && (
          <button type="button" class="button" onClick={call("cancel")}>
            Cancel the turn
          </button>
        )}
        {live && may("agentx.sessions.stop") && (
          <button
            type="button"
            class="button"
            onClick={() => void run({ operation: "agentx.sessions.stop", input: { session: id } }, { showPlan: true })}
          >
            Stop
          </button>
        )}
        {items.length > 0 && <Menu label="More for this session" items={items} />}
      </div>
      <div class="row wrap small muted">
        <span>{agent}</span>
        <code>{placeOf(session)}</code>
        <span>{live ? "agent is running" : "agent is not running"}</span>
        {waiting > 0 && <span>{waiting === 1 ? "1 prompt waits" : `${waiting} prompts wait`}</span>}
        <Id id={id} />
      </div>
      {reason !== undefined && (
        <p class="notice bad-note words" dir="auto">
          {reason}
        </p>
      )}
    </header>
  );
}
