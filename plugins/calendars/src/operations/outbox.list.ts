import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { filtered, limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { type OutboxRecord, outbox } from "../collections.ts";
import { isReader } from "../delivery/outbox.ts";
import { EventNotFound, OccurrenceNotFound, RoleMissing } from "../errors.ts";
import { eventOf } from "../event.ts";
import { EventRef } from "../fields.ts";
import { group } from "../group.ts";
import { showOutbox } from "../outbox.ts";
import { OutboxEntry, OutboxStatus } from "../schemas.ts";

const Entries = listOf("outbox", OutboxEntry, {
  id: "id",
  status: "status",
  operation: "plain",
  attemptCount: ["plain", 2],
  lastError: ["text", 1],
  nextAttemptAt: ["ago", 3],
  createdAt: ["ago", 4],
  lastErrorCode: ["plain", 5],
  eventId: ["id", 6],
  calendarId: ["id", 7],
});

export const outboxList = defineQuery(group, {
  id: "calendars.outbox.list",
  summary: "List outbox entries, newest first",
  description:
    "`pending`: not attempted yet. `leased`: being delivered. `acked`: accepted by the provider. `sent`: accepted by a mail server, whose final delivery is not known. `failed`: retried at `nextAttemptAt`, or when its account is resumed. `dead`: failed permanently or discarded; `lastErrorCode` gives the reason, and calendars.outbox.retry retries the entry.",
  input: T.Object({
    name: nameField(),
    status: T.Optional(described(OutboxStatus, "Only entries with this status")),
    event: T.Optional(EventRef),
    ...Entries.fields,
  }),
  narrowed: true,
  output: Entries.output,
  errors: [EventNotFound, OccurrenceNotFound, RoleMissing],
  examples: [{ title: "List dead entries", input: { status: "dead" } }],
  resource: ({ event }) => event,
  async run(ctx, { name, status, event, ...page }) {
    const { store, caller, now } = ctx;
    const show = (entry: Parameters<typeof showOutbox>[0]) => showOutbox(entry, now);
    if (event !== undefined) {
      const { id } = (await eventOf(ctx, event, "reader")).event;
      const place =
        status === undefined
          ? ({ by: "byEvent", prefix: [id] } as const)
          : ({ by: "byEventStatus", prefix: [id, status] } as const);
      return Entries.answer(page, within(store.unchecked, outbox, { ...place, reverse: true }), show);
    }
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    if (caller.isAdmin && name === undefined)
      return Entries.answer(page, within(store.unchecked, outbox, { ...place, reverse: true }), show);
    const seen = { store: store.unchecked, caller };
    const known = new Map<string, Promise<boolean>>();
    const isSeen = (id: string) => {
      const isKnown = known.get(id) ?? isReader(seen, id);
      known.set(id, isKnown);
      return isKnown;
    };
    const isListed = ({ calendarId, status: its }: OutboxRecord) =>
      name !== undefined && status !== undefined && its !== status ? false : caller.isAdmin || isSeen(calendarId);
    const source =
      name === undefined
        ? filtered(store.unchecked, outbox, { ...place, reverse: true }, isListed)
        : namedSource(store.unchecked, outbox, { name, idPrefix: "out_" }, isListed);
    return Entries.answer(
      page,
      limitToGrants(source, caller, "calendars.outbox.list", ({ calendarId }) => calendarId),
      show,
    );
  },
});
