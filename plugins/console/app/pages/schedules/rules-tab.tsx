import type { RuleDetails } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { rulePath } from "./paths.ts";
import { RuleView } from "./rule-details.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

const COMMAND =
  'postern rules create --name "Ask me" --on \'{"types":["chats.chat.created"]}\' --action \'{"operation":"service.status"}\'';

/** Operations that run after events. */
export const RulesTab = (tab: TabProps) => (
  <ListPage
    {...tab}
    label="Rules"
    events={["rules.**"]}
    load={async (client, page, signal) => {
      const { rules, ...rest } = await client.rules.list(page, { signal });
      return { items: rules, ...rest };
    }}
    pathOf={rulePath}
    row={Row}
    details={(id) => <RuleView id={id} />}
    none={{ text: "No rules yet. Create the first one:", command: COMMAND }}
    choose={{ text: "Choose a rule, or run an operation after events:", command: COMMAND }}
    create={{ label: "New rule", needs: ["rules.create"], dialog: (onClose) => <RuleDialog onClose={onClose} /> }}
  />
);

function Row({ item: { name, status, on, action, lastRunAt, lastRunStatus } }: { item: RuleDetails }) {
  return (
    <>
      <span class="row">
        <strong class="cut grow" dir="auto">
          {name}
        </strong>
        {lastRunStatus !== undefined && lastRunStatus !== "done" && <Badge text={lastRunStatus} />}
        {status !== "enabled" && <Badge text={status} />}
      </span>
      <span class="row small muted">
        <span class="cut grow">
          {on.types.join(", ")} → {action.operation}
        </span>
        {lastRunAt !== undefined && (
          <span class="fixed">
            ran <Time at={lastRunAt} />
          </span>
        )}
      </span>
    </>
  );
}
