import type { Api } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useWidgets } from "./read.ts";

const PAGE = 60;

type Item = Api["widgets.list"]["output"]["items"][number];

/** The widgets as cards. */
export function Gallery({ isArchived }: { isArchived: boolean }) {
  const [limit, setLimit] = useState(PAGE);
  const query = useWidgets(`gallery ${isArchived} ${limit}`, (client, signal) =>
    client.widgets.list({ archived: isArchived, limit }, { signal }),
  );
  return (
    <Loaded query={query}>
      {({ items, nextOffset }) =>
        items.length > 0 ? (
          <div class="stack">
            <ul class="widget-cards" aria-label="Widgets">
              {items.map((item) => (
                <WidgetCard key={item.ref} item={item} />
              ))}
            </ul>
            {nextOffset !== undefined && limit < 500 && (
              <button type="button" class="button" onClick={() => setLimit(Math.min(500, limit + PAGE))}>
                Show more
              </button>
            )}
          </div>
        ) : isArchived ? (
          <Empty text="No widget is archived." />
        ) : (
          <Empty
            text="No widgets yet. A widget is a folder with a web page. Create and publish one:"
            command="postern widgets init --dir widgets/clock --name Clock"
          />
        )
      }
    </Loaded>
  );
}

function WidgetCard({ item }: { item: Item }) {
  const { ref = "", name = "", description = "", kind, version = 0, publishedAt = "", externalAllowed } = item;
  return (
    <li>
      <Link to={pathTo("widgets", ...ref.split("/"))} class="card widget-card">
        <span class="widget-tile" aria-hidden="true">
          {[...name][0]}
        </span>
        <span class="grow">
          <strong class="widget-name" dir="auto">
            {name}
          </strong>
          <span class="small muted cut">{ref}</span>
        </span>
        {description !== "" && (
          <span class="clamp widget-words" dir="auto">
            {description}
          </span>
        )}
        <span class="row wrap small muted widget-words">
          <span>
            {version === 0 ? "No version" : `Version ${version}`} {publishedAt !== "" && <Time at={publishedAt} />}
          </span>
          {kind !== undefined && kind !== "widget" && <Badge text={kind} />}
          {externalAllowed && <Badge text="other hosts" tone="warn" />}
        </span>
      </Link>
    </li>
  );
}
