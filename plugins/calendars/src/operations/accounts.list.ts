import { defineQuery, T } from "@postern/core";
import { filtered, limitToGrants, listOf } from "@postern/kit/paging";
import { isAccountOf } from "../account.ts";
import { accounts } from "../collections.ts";
import { group } from "../group.ts";
import { Account } from "../schemas.ts";

const Accounts = listOf("accounts", Account, {
  id: "id",
  provider: "plain",
  status: "status",
  connection: ["plain", 1],
  lastSyncedAt: ["ago", 2],
  statusReason: ["plain", 1],
  lastError: ["text", 1],
});

export const accountsList = defineQuery(group, {
  id: "calendars.accounts.list",
  summary: "List accounts",
  description:
    "Lists the accounts visible to the caller. The built-in account `local` always exists and is not listed.",
  input: T.Object({ status: T.Optional(Account.properties.status), ...Accounts.fields }),
  narrowed: true,
  output: Accounts.output,
  examples: [{ title: "List stopped accounts", input: { status: "stopped" } }],
  run({ store, caller }, { status, ...page }) {
    const place = status === undefined ? {} : { by: "byStatus" as const, prefix: [status] };
    const mine = filtered(store.unchecked, accounts, place, (account) => isAccountOf(caller, account, "read"));
    return Accounts.answer(
      page,
      limitToGrants(mine, caller, "calendars.accounts.list", ({ id }) => id),
      (account) => account,
    );
  },
});
