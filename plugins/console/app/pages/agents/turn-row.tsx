import type { AgentTurn } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Time } from "../../ui/time.tsx";
import { turnPath } from "./paths.ts";

/** A turn in a list. */
export function TurnRow({ turn, isOpened, suffix }: { turn: AgentTurn; isOpened: boolean; suffix: string }) {
  const { id, agentId, status, messages, lastAt, reason, attempts = 0 } = turn;
  return (
    <Link to={turnPath(id) + suffix} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
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
    </Link>
  );
}
