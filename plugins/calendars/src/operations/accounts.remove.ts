import { defineCommand, T } from "@postern/core";
import { leftBy, ownAccountOf } from "../account.ts";
import { accounts, calendars, LOCAL, marks } from "../collections.ts";
import { drop } from "../delivery/lane.ts";
import { deliveries } from "../delivery/queue.ts";
import { AccountNotFound } from "../errors.ts";
import { accountRemoved, calendarUpdated } from "../events.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";

export const accountsRemove = defineCommand(group, {
  id: "calendars.accounts.remove",
  summary: "Remove an account; its calendars stay, and are kept here alone",
  description: "Nothing is changed at the provider. What was still to be delivered there is given up.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: AccountId }),
  output: T.Object({
    removed: T.Boolean({ description: "How many were removed" }),
    calendars: T.Array(T.String({ description: "Calendars that are kept here alone from now on" }), {
      description: "The calendars",
    }),
    discarded: T.Integer({ description: "Outbox entries that are given up" }),
  }),
  errors: [AccountNotFound],
  examples: [{ title: "What would become of its calendars", input: { id: "home" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const { store } = ctx;
    await ownAccountOf(ctx, id);
    const { kept, open } = await leftBy(store, id);
    const names = kept.map((calendar) => calendar.id);
    return {
      summary: `Remove the account ${id}; kept here alone: ${said(kept.length, "calendar")}, given up: ${said(open.length, "outbox entry", "outbox entries")}`,
      calendars: names,
      discarded: open.length,
    };
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, emit } = ctx;
    const { ownerType, ownerId } = await ownAccountOf(ctx, id);
    const { kept, open } = await leftBy(store, id);
    await store.delete(accounts, id);
    for (const { providerCalendarId: _there, ...calendar } of kept) {
      await store.put(calendars, { ...calendar, accountId: LOCAL, updatedAt: now });
      emit(calendarUpdated, { calendarId: calendar.id });
      await store.delete(marks, calendar.id);
    }
    for (const entry of open) await drop(ctx, entry, "account_removed");
    // Whoever has more than one commit holds leaves the rest to the queue, which gives up what has no account.
    await deliveries.add(ctx, { account: id });
    const left = { calendars: kept.map((calendar) => calendar.id), discarded: open.length };
    emit(accountRemoved, {
      accountId: id,
      ownerId: `${ownerType}:${ownerId}`,
      calendars: left.calendars.length,
      discarded: left.discarded,
    });
    return { removed: true, ...left };
  },
});

const said = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
