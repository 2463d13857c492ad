import { defineQuery, T } from "@postern/core";
import { filtered, listOf, reached } from "@postern/core/paging";
import { isAccountOf } from "../account.ts";
import { accounts } from "../collections.ts";
import { group } from "../group.ts";
import { Account } from "../schemas.ts";

const Accounts = listOf("accounts", Account);

export const accountsList = defineQuery(group, {
  id: "calendars.accounts.list",
  summary: "List your accounts at providers",
  description: "`local`, where calendars are kept that no provider has, is always there and not among them.",
  input: T.Object({ status: T.Optional(Account.properties.status), ...Accounts.fields }),
  narrowed: true,
  output: Accounts.output,
  examples: [{ title: "Those that somebody must see to", input: { status: "stopped" } }],
  run({ store, caller }, { status, ...page }) {
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    const mine = filtered(store.unchecked, accounts, place, (account) => isAccountOf(caller, account, "read"));
    return Accounts.answer(
      page,
      reached(mine, caller, "calendars.accounts.list", ({ id }) => id),
      (account) => account,
    );
  },
});
