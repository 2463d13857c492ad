import type { Hook, HookDelivery } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { CommonButtons } from "./common-buttons.tsx";
import { hookPath } from "./paths.ts";
import { Runs } from "./runs.tsx";

/** A webhook with a new secret, which is absent from a repeated answer. */
export interface NewSecret {
  readonly hook: Hook;
  readonly secret?: string;
}

export const HOOK_FIELDS: readonly Asked[] = [
  { name: "url" },
  { name: "types", label: "Events" },
  { name: "description" },
];

/** One webhook: where it posts which events, and the deliveries. */
export function HookDetails({ id, onSecret }: { id: string; onSecret: (created: NewSecret) => void }) {
  const { may } = useSession();
  const [dialog, setDialog] = useState<"edit" | "rotate" | undefined>();
  const query = useQuery(`hook ${id}`, async (client, signal) => (await client.hooks.show({ id }, { signal })).hook, {
    events: ["hooks.**"],
  });
  const close = (): void => setDialog(undefined);
  return (
    <div class="stack padded">
      <BackLink to={hookPath()}>← All webhooks</BackLink>
      <Loaded query={query}>
        {(hook) => (
          <>
            <div class="row wrap">
              <h2 class="words" dir="auto">
                {hook.description ?? hook.url}
              </h2>
              <Badge text={hook.status} />
            </div>
            <CommonButtons
              group="hooks"
              id={id}
              isEnabled={hook.status === "enabled"}
              back={hookPath()}
              onEdit={() => setDialog("edit")}
              {...(hook.status === "enabled" && {
                run: { operation: "hooks.test", label: "Send a test", done: "The test event is queued" },
              })}
            >
              {may("hooks.rotate") && (
                <button type="button" class="button" onClick={() => setDialog("rotate")}>
                  Rotate the secret
                </button>
              )}
            </CommonButtons>
            <HookFacts hook={hook} />
            {may("hooks.deliveries.list") && <Deliveries id={id} />}
            {dialog === "edit" && (
              <OperationDialog
                operation="hooks.update"
                title="Edit the webhook"
                action="Save"
                fixed={{ id }}
                before={hook as unknown as Record<string, unknown>}
                fields={HOOK_FIELDS}
                onClose={close}
              />
            )}
            {dialog === "rotate" && (
              <OperationDialog
                operation="hooks.rotate"
                title="Rotate the secret"
                action="Create the new secret"
                fixed={{ id }}
                fields={[{ name: "grace", label: "Grace period (seconds)" }]}
                onDone={(answer) => onSecret(answer as NewSecret)}
                onClose={close}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function HookFacts({ hook: { id, url, types, statusReason, contextId, createdAt, updatedAt } }: { hook: Hook }) {
  return (
    <Facts>
      <Fact name="Address">
        <code>{url}</code>
      </Fact>
      <Fact name="Events">
        <code>{types.join(" ")}</code>
      </Fact>
      {statusReason !== undefined && <Fact name="Why it is disabled">{statusReason.replaceAll("_", " ")}</Fact>}
      <Fact name="Created by">
        <Id id={contextId} />
      </Fact>
      <Fact name="Created">
        <Time at={createdAt} />
      </Fact>
      <Fact name="Changed">
        <Time at={updatedAt} />
      </Fact>
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}

function Deliveries({ id }: { id: string }) {
  return (
    <Runs
      title="Last deliveries"
      group="hooks.deliveries"
      about={id}
      load={async (client, limit, signal) => {
        const { deliveries, nextOffset } = await client.hooks.deliveries.list({ hook: id, limit }, { signal });
        return {
          runs: (deliveries as unknown as readonly HookDelivery[]).map((delivery) => ({
            ...delivery,
            text: [delivery.type, delivery.lastAttempt?.status].filter((one) => one !== undefined).join(" "),
          })),
          hasMore: nextOffset !== undefined,
        };
      }}
    />
  );
}
