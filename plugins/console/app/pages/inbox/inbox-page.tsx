import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { adapters } from "./adapters.ts";
import { approvals } from "./approvals.tsx";
import { conflicts } from "./conflicts.tsx";
import { deadLetters } from "./dead-letters.ts";
import { findings } from "./findings.tsx";
import type { Item, Source } from "./item.ts";

/** In the order in which a person should look at them. */
const SOURCES: readonly Source[] = [approvals, conflicts, adapters, deadLetters, findings];

/** Everything that waits for a person. */
export function InboxPage() {
  const session = useSession();
  const sources = SOURCES.filter(({ needs }) => session.may(...needs));
  const query = useQuery(
    "inbox",
    async (_, signal) => (await Promise.all(sources.map((source) => source.load(session, signal)))).flat(),
    { events: [...new Set(sources.flatMap(({ events }) => events))] },
  );
  return (
    <Page title="Inbox">
      <Loaded query={query}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              text="Nothing waits for you. A key that may only propose fills this page:"
              command={'postern context derive --label assistant --scopes "propose:*"'}
            />
          ) : (
            <ul class="stack narrow" aria-label="Waiting">
              {items.map((item) => (
                <InboxItem key={item.id} item={item} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function InboxItem({ item }: { item: Item }) {
  const { run } = useActions();
  const [isBusy, setBusy] = useState(false);
  const { kind, title, reason, since, actions, show: Show } = item;
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
      {actions.length > 0 && (
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
        </div>
      )}
    </li>
  );
}
