import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { type Session, useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";

/** A run of a schedule or rule, or a delivery of a webhook. */
export interface Run {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly createdAt: number;
  readonly finishedAt?: number;
  readonly lastError?: string;
  /** What the run says of itself. */
  readonly outcome?: string | undefined;
  readonly text?: string | undefined;
}

interface RunsProps {
  readonly title: string;
  /** The group of its operations, such as `schedules.runs`. */
  readonly group: string;
  readonly about: string;
  readonly load: (
    client: Session["client"],
    limit: number,
    signal: AbortSignal,
  ) => Promise<{ readonly runs: readonly Run[]; readonly hasMore: boolean }>;
}

const PAGE = 10;
const MOST = 500;

/** The last runs, newest first. Those that failed can be tried again. */
export function Runs({ title, group, about, load }: RunsProps) {
  const { may } = useSession();
  const { run } = useActions();
  const [limit, setLimit] = useState(PAGE);
  const query = useQuery(`${group} ${about} ${limit}`, (client, signal) => load(client, limit, signal), {
    events: [`${group.split(".")[0]}.**`],
    isUnfinished: ({ runs }) => runs.some(({ status }) => status === "waiting" || status === "running"),
  });
  const call = (name: string, id: string) => () => void run({ operation: `${group}.${name}`, input: { id } });
  return (
    <section class="stack">
      <h3>{title}</h3>
      <Loaded query={query}>
        {({ runs, hasMore }) => (
          <>
            {runs.length === 0 && <p class="muted">None yet.</p>}
            <ul class="list" aria-label={title}>
              {runs.map(({ id, status, outcome, text, lastError, attempts, createdAt, finishedAt }) => (
                <li key={id} class="row wrap line schedule-run">
                  <Badge text={status === "done" || status === "dead" ? (outcome ?? status) : status} />
                  <span class="small words grow" dir="auto">
                    {lastError ?? text}
                  </span>
                  {attempts > 1 && <span class="small muted fixed">{attempts} attempts</span>}
                  <span class="small fixed">
                    <Time at={finishedAt ?? createdAt} />
                  </span>
                  {status === "dead" && may(`${group}.retry`) && (
                    <button type="button" class="button quiet" onClick={call("retry", id)}>
                      Retry
                    </button>
                  )}
                  {status === "waiting" && may(`${group}.discard`) && (
                    <button type="button" class="button quiet" onClick={call("discard", id)}>
                      Discard
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {hasMore && limit < MOST && (
              <button type="button" class="button quiet" onClick={() => setLimit(Math.min(limit * 5, MOST))}>
                Show more
              </button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
