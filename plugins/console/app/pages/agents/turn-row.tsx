import type { AgentTurn } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";

/** A turn in a list. */
export function TurnLines({ item: { agentId, status, messages, lastAt, reason, attempts = 0 } }: { item: AgentTurn }) {
  return (
    <>
      <span class="row">
        <Badge text={status} />
        <strong class="cut grow">{agentId}</strong>
        <span class="small fixed">
          <Time at={lastAt} />
        </span>
      </span>
      <span class="row small muted">
        <span class="fixed">{messages === 1 ? "1 message" : `${messages.toLocaleString()} messages`}</span>
        {attempts > 1 && <span class="fixed">{attempts} attempts</span>}
        {reason !== undefined && (
          <span class="cut grow" dir="auto">
            {reason}
          </span>
        )}
      </span>
    </>
  );
}
