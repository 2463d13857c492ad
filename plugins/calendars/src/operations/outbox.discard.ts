import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { markDead } from "../delivery/lane.ts";
import { writableEntryOf } from "../delivery/outbox.ts";
import { OutboxNotFound, OutboxSettled, RoleMissing } from "../errors.ts";
import { OutboxId } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { OutboxEntry } from "../schemas.ts";

export const outboxDiscard = defineCommand(group, {
  id: "calendars.outbox.discard",
  summary: "Discard an outbox entry without delivering it",
  description:
    "The entry is kept as `dead` with the code `discarded` and can be retried. The change on this gateway is not undone.",
  input: T.Object({ id: OutboxId }),
  output: T.Object({ entry: described(OutboxEntry, "The outbox entry") }),
  errors: [OutboxNotFound, OutboxSettled, RoleMissing],
  examples: [{ title: "Discard an entry", input: { id: "out_0123456789abcdef01234567" } }],
  async plan(ctx, { id }) {
    const { status } = await writableEntryOf(ctx, id);
    if (status === "acked" || status === "sent" || status === "leased") throw OutboxSettled({ id, state: status });
    return { summary: `Discard the outbox entry ${id}` };
  },
  async execute(ctx, _plan, { id }) {
    const entry = await writableEntryOf(ctx, id);
    const isDiscarded = entry.status === "dead" && entry.lastErrorCode === "discarded";
    return {
      entry: showOutbox(
        isDiscarded
          ? entry
          : await markDead(ctx, entry, { lastErrorCode: "discarded", lastError: "The entry was discarded" }),
        ctx.now,
      ),
    };
  },
});
