import { type ComponentChildren, type ComponentType, Fragment } from "preact";
import { useState } from "preact/hooks";
import { useSession } from "../session/session.ts";
import { Link } from "./link.tsx";
import { Empty, Page } from "./page.tsx";
import { Rows, type RowsProps } from "./rows.tsx";
import type { TabProps } from "./tabbed-page.tsx";
import { Tabs } from "./tabs.tsx";

/** What an empty place says, with the command that helps. */
type Help = Omit<Parameters<typeof Empty>[0], "children">;

interface ListPageProps<T> extends TabProps, Pick<RowsProps<T>, "label" | "events" | "load"> {
  /** The path of an item. */
  readonly pathOf: (id: string) => string;
  /** The two lines of an item. */
  readonly row: ComponentType<{ item: T }>;
  readonly details: (id: string) => ComponentChildren;
  /** Shown instead of an empty list. */
  readonly none: Help;
  /** Shown before something is opened. */
  readonly choose: Help;
  /** What the list is filtered by. */
  readonly filter?: string;
  /** Before the button that creates something. */
  readonly actions?: ComponentChildren;
  readonly create?: {
    readonly label: string;
    /** The operations without which nothing can be created. */
    readonly needs: readonly string[];
    readonly dialog: (onClose: () => void) => ComponentChildren;
  };
}

/** A list, and what was opened from it beside it. Narrow windows show either of both. */
export function ListPage<T extends { readonly id: string }>(props: ListPageProps<T>) {
  const { title, tabs, current, opened, label, events, load, filter = "", actions, create } = props;
  const { pathOf, row: Row, details, none, choose } = props;
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  const isOpen = opened !== undefined;
  return (
    <Page
      title={title}
      isFlush
      actions={
        <>
          <Tabs label={`Parts of ${title}`} tabs={tabs} current={current} />
          <div class={isOpen ? "row grow wrap ends list-actions" : "row grow wrap ends"}>
            {actions}
            {create && may(...create.needs) && (
              <button type="button" class="button main" onClick={() => setCreating(true)}>
                {create.label}
              </button>
            )}
          </div>
        </>
      }
    >
      <div class={isOpen ? "split wide-split has-open" : "split wide-split"}>
        <div>
          <Rows
            key={filter}
            id={`${label} ${filter}`}
            label={label}
            events={events}
            estimate={57}
            keyOf={({ id }) => id}
            load={load}
            render={(item) => (
              <Link to={pathOf(item.id)} class="item two-lines" aria-current={item.id === opened ? "true" : undefined}>
                <Row item={item} />
              </Link>
            )}
          >
            <Empty {...none} />
          </Rows>
        </div>
        {isOpen ? <Fragment key={opened}>{details(opened)}</Fragment> : <Empty {...choose} />}
      </div>
      {isCreating && create?.dialog(() => setCreating(false))}
    </Page>
  );
}

/** The way back to the list, where only one of both is shown. */
export function BackLink({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <Link to={to} class="back-link">
      {children}
    </Link>
  );
}
