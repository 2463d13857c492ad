import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty, Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { adapters } from "./adapters.ts";
import { approvals } from "./approvals.tsx";
import { conflicts } from "./conflicts.tsx";
import { deadLetters } from "./dead-letters.ts";
import { findings } from "./findings.tsx";
import type { Item, Source } from "./item.ts";
import { turns } from "./turns.ts";

/** In the order in which a person should look at them. */
const SOURCES: readonly Source[] = [approvals, conflicts, adapters, turns, deadLetters, findings];

/** Everything that waits for a person. A source that cannot be read does not hide the others. */
export function InboxPage() {
  const session = useSession();
  const queries = SOURCES.filter(({ needs }) => session.may(...needs)).map(useSource);
  const items = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.filter(({ error }) => error !== undefined);
  const isRead = queries.every(({ data }) => data !== undefined);
  return (
    <Page title="Inbox">
      <div class="stack narrow">
        {failed.map(({ error, reload }) => (
          <Problem key={String(error)} error={error} onRetry={reload} />
        ))}
        {items.length > 0 && (
          <ul class="stack" aria-label="Waiting">
            {items.map((item) => (
              <InboxItem key={item.id} item={item} />
            ))}
          </ul>
        )}
        {items.length === 0 && failed.length === 0 && !isRead && <p class="muted">Loading…</p>}
      </div>
      {items.length === 0 && isRead && (
        <Empty
          text="Nothing waits for you. What a key that may only propose wants to do is shown here:"
          command={'postern context derive --label assistant --scopes "propose:*"'}
        />
      )}
    </Page>
  );
}

/** The items of a source, read again when they may have changed. */
function useSource(source: Source) {
  const session = useSession();
  const { events, concerns } = source;
  return useQuery(`inbox ${SOURCES.indexOf(source)}`, (_, signal) => source.load(session, signal), {
    events,
    concerns,
  });
}

function InboxItem({ item }: { item: Item }) {
  const { run } = useActions();
  const [isBusy, setBusy] = useState(false);
  const { kind, title, reason, since, actions, path, show: Show } = item;
  return (
    <li class="card stack">
      <div class="row wrap">
        <Badge text={kind} tone={kind === "approval" || kind === "permission" ? "accent" : "warn"} />
        {since !== undefined && <Time at={since} />}
      </div>
      <h2 class="words" dir="auto">
        {title}
      </h2>
      {reason !== undefined && (
        <p class="words muted" dir="auto">
          {reason}
        </p>
      )}
      {Show && <Show />}
      {(actions.length > 0 || path !== undefined) && (
        <div class="row wrap">
          {actions.map(({ label, done, ...call }, at) => (
            <button
              key={label}
              type="button"
              class={at === 0 ? "button main" : "button"}
              disabled={isBusy}
              onClick={async () => {
                setBusy(true);
                await run(call, { done });
                setBusy(false);
              }}
            >
              {label}
            </button>
          ))}
          {path !== undefined && (
            <Link class="button quiet" to={path}>
              Open
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
