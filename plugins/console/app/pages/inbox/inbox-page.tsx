import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { adapters } from "./adapters.ts";
import { approvals } from "./approvals.tsx";
import { conflicts } from "./conflicts.tsx";
import { deadLetters } from "./dead-letters.ts";
import { findings } from "./findings.tsx";
import type { Item, ItemAction, Source } from "./item.ts";
import { NothingWaits } from "./nothing-waits.tsx";
import { turns } from "./turns.ts";
import "./inbox.css";

interface Section {
  readonly title: string;
  readonly sources: readonly Source[];
}

/** In the order in which a person should look at them. */
const SECTIONS: readonly Section[] = [
  { title: "To decide", sources: [approvals, conflicts] },
  { title: "Failed", sources: [adapters, turns, deadLetters] },
  { title: "Findings", sources: [findings] },
];
const SOURCES = SECTIONS.flatMap(({ sources }) => sources);

/** Everything that waits for a person. A source that cannot be read does not hide the others. */
export function InboxPage() {
  const session = useSession();
  const readable = SOURCES.filter(({ needs }) => session.may(...needs));
  const queries = readable.map(useSource);
  const itemsIn = ({ sources }: Section) => sources.flatMap((source) => queries[readable.indexOf(source)]?.data ?? []);
  const shown = SECTIONS.map((section) => ({ ...section, items: itemsIn(section) })).filter(
    ({ items }) => items.length > 0,
  );
  const failed = queries.filter(({ error }) => error !== undefined);
  const isRead = queries.every(({ data }) => data !== undefined);
  return (
    <Page title="Inbox">
      <div class="stack narrow inbox">
        {failed.map(({ error, reload }) => (
          <Problem key={String(error)} error={error} onRetry={reload} />
        ))}
        {shown.map(({ title, items }) => (
          <section key={title} class="stack">
            <h2 class="row">
              {title} <span class="muted inbox-count">{items.length}</span>
            </h2>
            <ul class="card inbox-list" aria-label={title}>
              {items.map((item) => (
                <InboxItem key={item.id} item={item} />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && failed.length === 0 && !isRead && <p class="muted">Loading…</p>}
      </div>
      {shown.length === 0 && isRead && <NothingWaits />}
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

  async function act({ calls, done }: ItemAction): Promise<void> {
    setBusy(true);
    for (const [at, call] of calls.entries()) {
      const isLast = at === calls.length - 1;
      if (!(await run(call, isLast ? { done } : {}))) break;
    }
    setBusy(false);
  }

  return (
    <li class="inbox-item">
      <div class="inbox-words">
        <div class="row inbox-title">
          <h3 class="words grow" dir="auto">
            {title}
          </h3>
          <Badge text={kind} tone={kind === "approval" || kind === "permission" ? "accent" : "warn"} />
          {since !== undefined && (
            <span class="small fixed">
              <Time at={since} />
            </span>
          )}
        </div>
        {reason !== undefined && (
          <p class="words small muted inbox-reason" dir="auto" title={reason}>
            {reason}
          </p>
        )}
      </div>
      {Show && <Show />}
      {(actions.length > 0 || path !== undefined) && (
        <div class="row wrap inbox-actions">
          {actions.map((action, at) => (
            <button
              key={action.label}
              type="button"
              class={at === 0 ? "button" : "button quiet"}
              disabled={isBusy}
              onClick={() => void act(action)}
            >
              {action.label}
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
