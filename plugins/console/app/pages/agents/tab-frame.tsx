import type { ComponentChildren } from "preact";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { TabProps } from "./agents-page.tsx";

interface TabFrameProps extends TabProps {
  readonly current: string;
  /** Filters and buttons. */
  readonly actions: ComponentChildren;
  readonly list: ComponentChildren;
  /** What was opened from the list, or what helps before. */
  readonly children: ComponentChildren;
}

/** A list, and what was opened from it beside it. */
export function TabFrame({ tabs, current, opened, actions, list, children }: TabFrameProps) {
  return (
    <Page
      title="Agents"
      isFlush
      actions={
        <>
          <Tabs label="Parts of agents" tabs={tabs} current={current} />
          <div class={`row grow wrap ends ${opened === undefined ? "" : "agent-list-actions"}`}>{actions}</div>
        </>
      }
    >
      <div class={opened === undefined ? "split agent-split" : "split agent-split has-open"}>
        <div>{list}</div>
        {children}
      </div>
    </Page>
  );
}
