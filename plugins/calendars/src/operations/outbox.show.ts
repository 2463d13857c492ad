import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { entryOf } from "../delivery/outbox.ts";
import { OutboxNotFound } from "../errors.ts";
import { OutboxId } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { OutboxEntry } from "../schemas.ts";

export const outboxShow = defineQuery(group, {
  id: "calendars.outbox.show",
  summary: "Show an outbox entry",
  description: "Includes the number of attempts, the last error and the time of the next attempt.",
  input: T.Object({ id: OutboxId }),
  output: T.Object({ entry: described(OutboxEntry, "The outbox entry") }),
  errors: [OutboxNotFound],
  examples: [{ title: "Show an entry", input: { id: "out_0123456789abcdef01234567" } }],
  run: async (ctx, { id }) => ({ entry: showOutbox(await entryOf(ctx, id), ctx.now) }),
});
