import type { GatewayEvent, Transacting } from "@postern/core";
import {
  connectionCreated,
  connectionDisabled,
  connectionEnabled,
  connectionRemoved,
  connectionRotated,
} from "@postern/credentials/services";
import { defineConsumer } from "@postern/kit/queue";
import { MAX_ACCOUNTS } from "../account.ts";
import { type AccountRecord, accounts, outbox } from "../collections.ts";
import { group } from "../group.ts";
import { resumeAccount, stopAccount } from "./account.ts";
import { markDead } from "./lane.ts";
import { deliveries } from "./queue.ts";

const DIED = `${deliveries.name}.died`;
const STOPS: Readonly<Record<string, string>> = {
  [connectionDisabled.type]: "connection_disabled",
  [connectionRemoved.type]: "connection_missing",
};
const RESUMES: readonly string[] = [connectionEnabled, connectionRotated, connectionCreated].map(({ type }) => type);

/** Keeps accounts and the outbox consistent with changes of their connections and of the queue. */
export const watch = defineConsumer(group, "watch", {
  accept: ({ type }) => type === DIED || type in STOPS || RESUMES.includes(type),
  async handle(ctx, events) {
    for (const event of events)
      if (event.type === DIED) await markEntryDead(ctx, event);
      else await applyConnectionChange(ctx, event);
  },
});

/** The queue discards an entry by itself if its worker repeatedly did not return. */
async function markEntryDead(ctx: Transacting, { data }: GatewayEvent): Promise<void> {
  const { id } = data as { id: string };
  const { items } = await ctx.store.find(outbox, { by: "byQueued", prefix: [id], limit: 1 });
  for (const entry of items)
    await markDead(ctx, entry, {
      lastErrorCode: "worker_ended",
      lastError: "The gateway ended during the last attempt",
    });
}

interface Named {
  readonly id?: string;
  readonly connectionId?: string;
  readonly connection: string;
  readonly provider: string;
}

async function applyConnectionChange(ctx: Transacting, { type, data }: GatewayEvent): Promise<void> {
  const said = data as Named | { readonly connection: Named };
  const named: Named = typeof said.connection === "object" ? said.connection : (said as Named);
  const { items } = await ctx.store.find(accounts, { limit: MAX_ACCOUNTS });
  for (const account of items) {
    if (!isHolder(account, named)) continue;
    const reason = STOPS[type];
    if (reason !== undefined) await stopAccount(ctx, account.id, reason);
    else if (account.status === "stopped" && account.statusReason !== "creator_ended")
      await ctx.store.put(accounts, await resumeAccount(ctx, account));
  }
}

const isHolder = ({ provider, connection }: AccountRecord, named: Named): boolean =>
  connection !== undefined &&
  (connection === (named.id ?? named.connectionId) || (connection === named.connection && provider === named.provider));
