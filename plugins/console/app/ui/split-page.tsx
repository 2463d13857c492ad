import type { ComponentChildren } from "preact";
import { Link } from "./link.tsx";
import { Page } from "./page.tsx";
import { Tabs } from "./tabs.tsx";

/** A part of a page, as its address has it. */
export interface Tab {
  /** A path of the console. */
  readonly path: string;
  readonly label: string;
}

interface SplitPageProps {
  readonly title: string;
  readonly tabs: readonly Tab[];
  /** The path of the tab that is shown. */
  readonly current: string;
  /** Filters and buttons. */
  readonly actions: ComponentChildren;
  readonly list: ComponentChildren;
  /** Whether something is opened. Narrow windows show either the list or what is opened. */
  readonly isOpen: boolean;
  /** What was opened from the list, or what helps before. */
  readonly children: ComponentChildren;
}

/** A page with a list, and what was opened from it beside it. */
export function SplitPage({ title, tabs, current, actions, list, isOpen, children }: SplitPageProps) {
  return (
    <Page
      title={title}
      isFlush
      actions={
        <>
          <Tabs label={`Parts of ${title}`} tabs={tabs} current={current} />
          <div class={isOpen ? "row grow wrap ends list-actions" : "row grow wrap ends"}>{actions}</div>
        </>
      }
    >
      <div class={isOpen ? "split wide-split has-open" : "split wide-split"}>
        <div>{list}</div>
        {children}
      </div>
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
