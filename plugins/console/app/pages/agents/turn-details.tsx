import type { AgentTurn } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { agentPath } from "./paths.ts";
import { useAgents } from "./read.ts";
import { TurnMessages } from "./turn-messages.tsx";

/** One turn: its messages, its attempts, and the answer. */
export function TurnDetails({ id, back }: { id: string; back: string }) {
  const { may } = useSession();
  const query = useAgents(
    `turn ${id}`,
    async (client, signal) => (await client.agents.turns.show({ turn: id }, { signal })).turn,
  );
  return (
    <div class="stack padded">
      <BackLink to={back}> ← All turns</BackLink>
      <Loaded query={query}>
        {(turn) => (
          <>
            <div class="row wrap">
              <h2>
                Turn of{" "}
                <Link to={agentPath(turn.agentId)}>
                  <span dir="auto">{turn.agentId}</span>
                </Link>
              </h2>
              <Badge text={turn.status} />
            </div>
            <Buttons turn={turn} />
            {turn.reason !== undefined && (
              <p class="notice bad-note words" dir="auto">
                {turn.reason}
              </p>
            )}
            <TurnFacts turn={turn} />
            {may("chats.messages.show") && (
              <TurnMessages messageIds={turn.messageIds} answerId={turn.messageId} total={turn.messages} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Buttons({ turn: { id, agentId, chatId, status, dueAt = 0 } }: { turn: AgentTurn }) {
  const { may } = useSession();
  const { run } = useActions();
  const ofChat = { id: agentId, chatId };
  const isPending = status === "pending";
  const hasEnded = status === "answered" || status === "discarded";
  // A turn that waits for its next attempt can be tried again at once.
  const isRetryable = status === "failed" || status === "expired" || (status === "ready" && dueAt > Date.now());
  return (
    <div class="row wrap">
      {may("agents.turns.retry") && isRetryable && (
        <button
          type="button"
          class="button"
          onClick={() => void run({ operation: "agents.turns.retry", input: { turn: id } })}
        >
          Retry
        </button>
      )}
      {may("agents.turns.flush") && isPending && (
        <button
          type="button"
          class="button"
          onClick={() => void run({ operation: "agents.turns.flush", input: ofChat }, { done: "Delivered" })}
        >
          Deliver now
        </button>
      )}
      {may("agents.turns.cancel") && !isPending && !hasEnded && (
        <button
          type="button"
          class="button"
          onClick={() => void run({ operation: "agents.turns.cancel", input: { turn: id } }, { showPlan: true })}
        >
          Cancel
        </button>
      )}
      {may("agents.turns.discard") && (isPending || status === "ready") && (
        <button
          type="button"
          class="button danger"
          onClick={() => void run({ operation: "agents.turns.discard", input: ofChat }, { done: "Discarded" })}
        >
          Discard unanswered turns of this chat
        </button>
      )}
    </div>
  );
}

function TurnFacts({ turn }: { turn: AgentTurn }) {
  const { id, chatId, messages, attempts, firstAt, readyAt, dueAt, leaseEndsAt, claimedBy, finishedAt, status } = turn;
  const times = [
    ["First message", firstAt],
    ["Ready", readyAt],
    [status === "pending" ? "Due" : "Next attempt", dueAt],
    ["Claim ends", leaseEndsAt],
    ["Ended", finishedAt],
  ] as const;
  return (
    <Facts>
      <Fact name="Chat">
        <Link to={pathTo("chats", chatId)}>{chatId}</Link>
      </Fact>
      <Fact name="Messages">{messages.toLocaleString()}</Fact>
      {attempts !== undefined && <Fact name="Attempts">{attempts}</Fact>}
      {claimedBy !== undefined && (
        <Fact name="Claimed by">
          <Id id={claimedBy} />
        </Fact>
      )}
      {times.map(
        ([name, at]) =>
          at !== undefined && (
            <Fact key={name} name={name}>
              <Time at={at} />
            </Fact>
          ),
      )}
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
