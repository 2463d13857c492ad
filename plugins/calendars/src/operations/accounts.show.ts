import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { outboxCountsOf, ownAccountOf } from "../account.ts";
import { AccountNotFound } from "../errors.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";
import { Account } from "../schemas.ts";

const count = (description: string) => T.Integer({ description });

export const accountsShow = defineQuery(group, {
  id: "calendars.accounts.show",
  summary: "Show an account and its undelivered outbox entries",
  description: "`outbox` counts the account's outbox entries by status.",
  input: T.Object({ id: AccountId }),
  output: T.Object({
    account: described(Account, "The account"),
    outbox: T.Object(
      {
        pending: count("Entries that have not been attempted yet"),
        leased: count("Entries in delivery"),
        failed: count("Entries that failed and will be retried"),
        dead: count("Entries that failed permanently or were discarded"),
      },
      { description: "Number of outbox entries by status" },
    ),
  }),
  errors: [AccountNotFound],
  examples: [{ title: "Show an account", input: { id: "home" } }],
  resource: ({ id }) => id,
  run: async (ctx, { id }) => ({
    account: await ownAccountOf(ctx, id, "read"),
    outbox: await outboxCountsOf(ctx.store.unchecked, id),
  }),
});
