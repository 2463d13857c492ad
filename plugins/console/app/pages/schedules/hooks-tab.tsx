import type { Hook } from "@postern/client/api";
import { useState } from "preact/hooks";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { SecretDialog } from "../../ui/secret-dialog.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { HOOK_FIELDS, HookDetails, type NewSecret } from "./hook-details.tsx";
import { hookPath } from "./paths.ts";

const COMMAND = "postern hooks create --url https://example.com/events --types 'chats.**'";

/** Addresses to which events are posted. */
export function HooksTab(tab: TabProps) {
  const [created, setCreated] = useState<NewSecret | undefined>();
  return (
    <>
      <ListPage
        {...tab}
        label="Webhooks"
        events={["hooks.**"]}
        load={async (client, page, signal) => {
          const { hooks, ...rest } = await client.hooks.list(page, { signal });
          return { items: hooks, ...rest };
        }}
        pathOf={hookPath}
        row={Row}
        details={(id) => <HookDetails id={id} onSecret={setCreated} />}
        none={{ text: "No webhooks yet. Create the first one:", command: COMMAND }}
        choose={{ text: "Choose a webhook, or post events to an address:", command: COMMAND }}
        create={{
          label: "New webhook",
          needs: ["hooks.create"],
          dialog: (onClose) => (
            <OperationDialog
              operation="hooks.create"
              title="New webhook"
              action="Create"
              fields={HOOK_FIELDS}
              onDone={(answer) => {
                setCreated(answer as NewSecret);
                go(hookPath((answer as NewSecret).hook.id));
              }}
              onClose={onClose}
            />
          ),
        }}
      />
      {created && (
        <SecretDialog
          title="Secret of the webhook"
          name="secret"
          owner={created.hook.url}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}

function Row({ item: { url, description, types, status } }: { item: Hook }) {
  return (
    <>
      <span class="row">
        <strong class="cut grow" dir="auto">
          {description ?? url}
        </strong>
        {status !== "enabled" && <Badge text={status} />}
      </span>
      <span class="row small muted">
        <code class="cut grow">{types.join(" ")}</code>
      </span>
    </>
  );
}
