import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useQuery } from "../data/query.ts";
import type { Session } from "../session/session.ts";
import { Loaded } from "./page.tsx";
import { VirtualList } from "./virtual-list.tsx";

export interface RowsProps<T> {
  /** What differs between two lists. Give it as `key` too. */
  readonly id: string;
  readonly label: string;
  /** Reads one page of the list. */
  readonly load: (
    client: Session["client"],
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Partial<T>[]; readonly nextOffset?: number }>;
  /** Types of events, as globs, after which the list is read again. */
  readonly events: readonly string[];
  readonly keyOf: (item: T) => string;
  /** The usual height of a row, in pixels. */
  readonly estimate: number;
  readonly render: (item: T) => ComponentChildren;
  /** Shown instead of an empty list. */
  readonly children: ComponentChildren;
}

const PAGE = 500;

/** A list of any length, which is read in pages and changes with its events. */
export function Rows<T>({ id, label, load, events, keyOf, estimate, render, children }: RowsProps<T>) {
  const [pages, setPages] = useState(1);
  const query = useQuery(
    `${id} ${pages}`,
    async (client, signal) => {
      const items: Partial<T>[] = [];
      for (let offset = 0, read = 1; ; read += 1) {
        const page = await load(client, { limit: PAGE, offset }, signal);
        items.push(...page.items);
        if (page.nextOffset === undefined || read >= pages)
          return { items: items as T[], hasMore: page.nextOffset !== undefined };
        offset = page.nextOffset;
      }
    },
    { events },
  );
  return (
    <Loaded query={query}>
      {({ items, hasMore }) =>
        items.length === 0 ? (
          children
        ) : (
          <div class="rows">
            <VirtualList label={label} items={items} keyOf={keyOf} estimate={estimate} render={render} />
            {hasMore && (
              <button type="button" class="button quiet" onClick={() => setPages(pages + 1)}>
                Show more
              </button>
            )}
          </div>
        )
      }
    </Loaded>
  );
}
