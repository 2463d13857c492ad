import { T } from "@postern/core";
import { defineQueue } from "@postern/kit/queue";
import { isAccountOf } from "../account.ts";
import { accounts, outbox } from "../collections.ts";
import { group } from "../group.ts";
import { isReader } from "./outbox.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays between the eight attempts. */
export const backoff = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];
export const MAX_ATTEMPTS = backoff.length + 1;

/** Timeout of an attempt. The queue's own timeout is longer, because it gives a less specific error. */
export const MAX_ATTEMPT = 2 * MINUTE;

/**
 * Queue that drives the outbox. An entry names the outbox entry to deliver, or the account to resume. The outbox itself
 * stores and reports the status.
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
  timeout: MAX_ATTEMPT + 10 * SECOND,
  keep: { done: HOUR, dead: HOUR },
});
