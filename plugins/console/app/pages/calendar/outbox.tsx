import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { eventPath } from "./event-place.tsx";
import { useCalendars } from "./read.ts";

const PAGE = 50;
const MOST = 500;
const COMMAND = "postern calendars events attendees add --event <event> --email ann@example.org";

const STATUSES = ["", "pending", "failed", "dead", "acked", "sent"] as const;
type Status = (typeof STATUSES)[number];

const TONES: Readonly<Record<string, Tone>> = { acked: "good", sent: "good", failed: "warn" };

/** Deliveries of invitations, changes and responses. */
export function Outbox() {
  const [status, setStatus] = useState<Status>("");
  const [limit, setLimit] = useState(PAGE);
  const query = useCalendars(`outbox ${status} ${limit}`, (client, signal) =>
    client.calendars.outbox.list({ limit, ...(status !== "" && { status }) }, { signal }),
  );
  return (
    <div class="stack padded">
      <div class="row">
        <label class="row">
          Status
          <select class="input" value={status} onChange={(event) => setStatus(event.currentTarget.value as Status)}>
            {STATUSES.map((value) => (
              <option key={value} value={value}>
                {value || "all"}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={query}>
        {({ outbox, nextOffset }) =>
          outbox.length === 0 ? (
            <Empty text="Nothing to deliver. Invitations and responses appear here:" command={COMMAND} />
          ) : (
            <>
              <Table label="Outbox" columns={["Status", "Operation", "Event", "Attempts", "Error", "Created", ""]}>
                {outbox.map((entry) => (
                  <Entry key={entry.id} entry={entry as OutboxEntry} />
                ))}
              </Table>
              {nextOffset !== undefined && limit < MOST && (
                <div>
                  <button type="button" class="button" onClick={() => setLimit(Math.min(MOST, limit + 150))}>
                    Show more
                  </button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

interface OutboxEntry {
  readonly id: string;
  readonly status: string;
  readonly operation: string;
  readonly eventId: string;
  readonly attemptCount: number;
  readonly lastError?: string;
  readonly lastErrorCode: string;
  readonly createdAt: number;
}

function Entry({ entry }: { entry: OutboxEntry }) {
  const { may } = useSession();
  const { run } = useActions();
  const { id, status, operation, eventId, attemptCount, lastError, lastErrorCode, createdAt } = entry;
  const isDone = status === "acked" || status === "sent" || status === "leased";
  const isDiscarded = lastErrorCode === "discarded";
  const call = (name: "retry" | "discard", done: string): void =>
    void run({ operation: `calendars.outbox.${name}`, input: { id } }, { done });
  return (
    <tr>
      <td>
        <Badge text={status} tone={TONES[status]} />
      </td>
      <td>{operation}</td>
      <td>
        <Link to={eventPath(eventId)} class="fixed">
          Show the event
        </Link>
      </td>
      <td>{attemptCount}</td>
      <td class="words" dir="auto">
        {lastError ?? lastErrorCode}
      </td>
      <td>
        <Time at={createdAt} />
      </td>
      <td>
        {!isDone && (
          <span class="row">
            {may("calendars.outbox.retry") && (
              <button type="button" class="button" onClick={() => call("retry", "Retried")}>
                Retry
              </button>
            )}
            {may("calendars.outbox.discard") && !isDiscarded && (
              <button type="button" class="button" onClick={() => call("discard", "Discarded")}>
                Discard
              </button>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}
