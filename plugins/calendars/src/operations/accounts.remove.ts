import { defineCommand, T } from "@postern/core";
import { dependentsOf, ownAccountOf } from "../account.ts";
import { accounts, calendars, LOCAL, marks, schedulings } from "../collections.ts";
import { markDead } from "../delivery/lane.ts";
import { deliveries } from "../delivery/queue.ts";
import { AccountNotFound } from "../errors.ts";
import { accountRemoved, calendarUpdated } from "../events.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";

export const accountsRemove = defineCommand(group, {
  id: "calendars.accounts.remove",
  summary: "Remove an account and keep its calendars on this gateway",
  description: "Nothing is changed at the provider. Pending deliveries to it are discarded.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: AccountId }),
  output: T.Object({
    removed: T.Boolean({ description: "Whether the account was removed" }),
    calendars: T.Array(T.String({ description: "Calendar id" }), {
      description: "Calendars that now exist only on this gateway",
    }),
    discarded: T.Integer({ description: "Number of discarded outbox entries" }),
  }),
  errors: [AccountNotFound],
  examples: [{ title: "Show the effect on the account's calendars", input: { id: "home" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const { store } = ctx;
    await ownAccountOf(ctx, id);
    const { kept, open } = await dependentsOf(store, id);
    const names = kept.map((calendar) => calendar.id);
    return {
      summary: `Remove the account ${id}, keep ${counted(kept.length, "calendar")} on this gateway and discard ${counted(open.length, "outbox entry", "outbox entries")}`,
      calendars: names,
      discarded: open.length,
    };
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, emit } = ctx;
    const { ownerType, ownerId } = await ownAccountOf(ctx, id);
    const { kept, open } = await dependentsOf(store, id);
    await store.delete(accounts, id);
    await store.delete(schedulings, id);
    for (const { providerCalendarId: _there, ...calendar } of kept) {
      await store.put(calendars, { ...calendar, accountId: LOCAL, updatedAt: now });
      emit(calendarUpdated, { calendarId: calendar.id });
      await store.delete(marks, calendar.id);
    }
    for (const entry of open)
      await markDead(ctx, entry, { lastErrorCode: "account_removed", lastError: "The account was removed" });
    // What does not fit into one commit is left to the queue, which discards entries without an account.
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

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
