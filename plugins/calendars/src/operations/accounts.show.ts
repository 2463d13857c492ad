import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { outboxOf, ownAccountOf } from "../account.ts";
import { AccountNotFound } from "../errors.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";
import { Account } from "../schemas.ts";

const count = (description: string) => T.Integer({ description });

export const accountsShow = defineQuery(group, {
  id: "calendars.accounts.show",
  summary: "Show an account, and what it has still to deliver",
  description: "`outbox` counts the entries that are pending, leased, failed and dead.",
  input: T.Object({ id: AccountId }),
  output: T.Object({
    account: described(Account, "The account"),
    outbox: T.Object(
      {
        pending: count("Not tried yet"),
        leased: count("Being delivered"),
        failed: count("To be tried again"),
        dead: count("Given up"),
      },
      { description: "The entry of the outbox" },
    ),
  }),
  errors: [AccountNotFound],
  examples: [{ title: "One account", input: { id: "home" } }],
  resource: ({ id }) => id,
  run: async (ctx, { id }) => ({
    account: await ownAccountOf(ctx, id, "read"),
    outbox: await outboxOf(ctx.store.unchecked, id),
  }),
});
