import type { RuleDetails } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { rulePath } from "./paths.ts";
import { RuleView } from "./rule-details.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

const COMMAND =
  'postern rules create --name "Ask me" --on \'{"types":["chats.chat.created"]}\' --action \'{"operation":"service.status"}\'';

/** Operations that run after events. */
export function RulesTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  return (
    <SplitPage
      title="Schedules"
      tabs={tabs}
      current={rulePath()}
      isOpen={opened !== undefined}
      actions={
        may("rules.create") && (
          <button type="button" class="button main" onClick={() => setCreating(true)}>
            New rule
          </button>
        )
      }
      list={
        <Rows
          id="rules"
          label="Rules"
          events={["rules.**"]}
          estimate={57}
          keyOf={(rule: RuleDetails) => rule.id}
          load={async (client, page, signal) => {
            const { rules, ...rest } = await client.rules.list(page, { signal });
            return { items: rules, ...rest };
          }}
          render={(rule) => <Row rule={rule} isOpened={rule.id === opened} />}
        >
          <Empty text="No rules yet. Create the first one:" command={COMMAND} />
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose a rule, or run an operation after events:" command={COMMAND} />
      ) : (
        <RuleView key={opened} id={opened} />
      )}
      {isCreating && <RuleDialog onClose={() => setCreating(false)} />}
    </SplitPage>
  );
}

function Row({ rule, isOpened }: { rule: RuleDetails; isOpened: boolean }) {
  const { id, name, status, on, action, lastRunAt, lastRunStatus } = rule;
  return (
    <Link to={rulePath(id)} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
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
    </Link>
  );
}
