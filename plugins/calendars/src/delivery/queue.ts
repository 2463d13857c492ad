import { T } from "@postern/core";
import { defineQueue } from "@postern/core/queue";
import { isAccountOf } from "../account.ts";
import { accounts, outbox } from "../collections.ts";
import { group } from "../group.ts";
import { isReader } from "./outbox.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between the eight attempts. */
export const backoff = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];
export const MOST_ATTEMPTS = backoff.length + 1;

/** All that one attempt may take; the queue's own limit comes after it, with fewer words. */
export const LONGEST_ATTEMPT = 2 * MINUTE;

/**
 * Drives the outbox. Its entries say which of the outbox is to be delivered, or, where they name none, which account
 * continues; the status is kept, shown and reported by the outbox itself.
 */
export const deliveries = defineQueue(group, "deliveries", {
  one: "delivery",
  entry: T.Object({
    outbox: T.Optional(T.String({ description: "Id of the outbox entry to deliver" })),
    account: T.Optional(T.String({ description: "Id of the account" })),
  }),
  share: { of: ({ account }) => account, most: 2 },
  async visible({ caller, store }, payload) {
    const entry = payload.outbox === undefined ? undefined : await store.get(outbox, payload.outbox);
    if (entry) return isReader({ caller, store }, entry.calendarId);
    const account = payload.account === undefined ? undefined : await store.get(accounts, payload.account);
    return account !== undefined && isAccountOf(caller, account, "read");
  },
  about: { field: "outbox", of: (payload) => payload.outbox ?? `account:${payload.account}` },
  backoff,
  timeout: LONGEST_ATTEMPT + 10 * SECOND,
  keep: { done: HOUR, dead: HOUR },
});
