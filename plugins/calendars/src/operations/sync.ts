import { defineCommand, omitUndefined, T } from "@postern/core";
import { withColumns } from "@postern/kit/paging";
import { assertActive, ownAccountOf } from "../account.ts";
import { serverIn } from "../delivery/config.ts";
import { Fault } from "../delivery/fault.ts";
import { pullAccount, recordFault } from "../delivery/sync/pull.ts";
import { AccountNotFound, AccountStopped, NothingToSync, ProviderTrouble } from "../errors.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";

const count = (description: string) => T.Integer({ description });

export const sync = defineCommand(group, {
  id: "calendars.sync",
  summary: "Synchronize an account with its provider",
  description:
    "Imports changes from the provider. Calendars that exist only at the provider are created here for the account's owner. Undelivered local changes are not overwritten. Changes are committed in portions, so an interrupted synchronization continues with the next call.",
  outside: true,
  input: T.Object({ account: AccountId }),
  output: T.Object({
    account: T.String({ description: "Id of the account" }),
    calendars: count("Number of calendars synchronized"),
    created: count("Number of events created"),
    updated: count("Number of events updated"),
    deleted: count("Number of events cancelled because they were deleted at the provider"),
    skipped: count("Number of objects that could not be imported"),
    diagnostics: withColumns(
      T.Array(
        T.Object({
          url: T.String({ description: "URL of the object at the provider" }),
          message: T.String({ description: "Why the object could not be imported" }),
        }),
        { description: "The first objects that could not be imported, with the reason" },
      ),
      { url: "text", message: "text" },
    ),
  }),
  errors: [AccountNotFound, AccountStopped, NothingToSync, ProviderTrouble],
  examples: [{ title: "Synchronize an account", input: { account: "home" } }],
  resource: ({ account }) => account,
  async plan({ store, caller }, { account: id }) {
    // An unchecked read: the pull itself updates the account, and that must not make this operation run again.
    const account = await ownAccountOf({ store: store.unchecked, caller }, id);
    const { provider, config } = account;
    if (provider !== "caldav") throw NothingToSync({ accountId: id, provider });
    assertActive(account);
    const server = serverIn(config) ?? "";
    return { summary: `Import changes from ${server}`, effects: [`connects to ${server}`] };
  },
  async execute({ host, store, caller, signal }, _plan, { account: id }) {
    const account = await ownAccountOf({ store: store.unchecked, caller }, id);
    try {
      return { account: id, ...(await pullAccount(host, account, signal)) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { message, wait } = error;
      await recordFault(host, id, error);
      const retryAfter = wait === undefined ? undefined : Math.ceil(wait / 1000);
      throw ProviderTrouble(omitUndefined({ accountId: id, reason: message, retryAfter }));
    }
  },
});
