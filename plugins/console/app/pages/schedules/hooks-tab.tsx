import type { Hook } from "@postern/client/api";
import { useState } from "preact/hooks";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { HOOK_FIELDS, HookDetails, type NewSecret } from "./hook-details.tsx";
import { hookPath } from "./paths.ts";

const COMMAND = "postern hooks create --url https://example.com/events --types 'chats.**'";

/** Addresses to which events are posted. */
export function HooksTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewSecret | undefined>();
  return (
    <SplitPage
      title="Schedules"
      tabs={tabs}
      current={hookPath()}
      isOpen={opened !== undefined}
      actions={
        may("hooks.create") && (
          <button type="button" class="button main" onClick={() => setCreating(true)}>
            New hook
          </button>
        )
      }
      list={
        <Rows
          id="hooks"
          label="Hooks"
          events={["hooks.**"]}
          estimate={57}
          keyOf={(hook: Hook) => hook.id}
          load={async (client, page, signal) => {
            const { hooks, ...rest } = await client.hooks.list(page, { signal });
            return { items: hooks, ...rest };
          }}
          render={(hook) => <Row hook={hook} isOpened={hook.id === opened} />}
        >
          <Empty text="No webhooks yet. Create the first one:" command={COMMAND} />
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose a webhook, or post events to an address:" command={COMMAND} />
      ) : (
        <HookDetails key={opened} id={opened} onSecret={setCreated} />
      )}
      {isCreating && (
        <OperationDialog
          operation="hooks.create"
          title="New hook"
          action="Create"
          fields={HOOK_FIELDS}
          onDone={(answer) => {
            setCreated(answer as NewSecret);
            go(hookPath((answer as NewSecret).hook.id));
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {created && (
        <SecretDialog
          title="Secret of the webhook"
          name="secret"
          owner={created.hook.url}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </SplitPage>
  );
}

function Row({ hook, isOpened }: { hook: Hook; isOpened: boolean }) {
  const { id, url, description, types, status } = hook;
  return (
    <Link to={hookPath(id)} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
      <span class="row">
        <strong class="cut grow" dir="auto">
          {description ?? url}
        </strong>
        {status !== "enabled" && <Badge text={status} />}
      </span>
      <span class="row small muted">
        <code class="cut grow">{types.join(" ")}</code>
      </span>
    </Link>
  );
}
