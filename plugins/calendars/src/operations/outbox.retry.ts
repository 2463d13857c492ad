import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { assertActive } from "../account.ts";
import { accounts } from "../collections.ts";
import { retryEntry } from "../delivery/lane.ts";
import { writableEntryOf } from "../delivery/outbox.ts";
import { AccountStopped, OutboxNotFound, OutboxSettled, RoleMissing } from "../errors.ts";
import { outboxRetried } from "../events.ts";
import { OutboxId } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { deliveryEnds, OutboxEntry } from "../schemas.ts";

export const outboxRetry = defineCommand(group, {
  id: "calendars.outbox.retry",
  summary: "Retry an outbox entry now",
  description: "The attempt count is reset. A response superseded by a newer one is not delivered.",
  input: T.Object({ id: OutboxId }),
  output: endsLater(T.Object({ entry: described(OutboxEntry, "The outbox entry") }), {
    ...deliveryEnds,
    input: { id: "entry.id" },
  }),
  errors: [OutboxNotFound, OutboxSettled, RoleMissing, AccountStopped],
  examples: [{ title: "Retry an entry", input: { id: "out_0123456789abcdef01234567" } }],
  async plan(ctx, { id }) {
    const { status, accountId } = await writableEntryOf(ctx, id);
    if (status === "acked" || status === "sent" || status === "leased") throw OutboxSettled({ id, state: status });
    const account = await ctx.store.get(accounts, accountId);
    if (account) assertActive(account);
    return { summary: `Retry the outbox entry ${id}` };
  },
  async execute(ctx, _plan, { id }) {
    const entry = await retryEntry(ctx, await writableEntryOf(ctx, id));
    const { accountId, calendarId, eventId } = entry;
    ctx.emit(outboxRetried, { outboxId: id, accountId, calendarId, eventId });
    return { entry: showOutbox(entry, ctx.now) };
  },
});
