import { defineCommand, omitUndefined, T } from "@postern/core";
import { assertGoesOn, ownAccountOf } from "../account.ts";
import { serverIn } from "../delivery/config.ts";
import { Fault } from "../delivery/fault.ts";
import { noteFault, pullAccount } from "../delivery/sync/pull.ts";
import { AccountNotFound, AccountStopped, NothingToSync, ProviderTrouble } from "../errors.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";

const count = (description: string) => T.Integer({ description });

export const sync = defineCommand(group, {
  id: "calendars.sync",
  summary: "Take over what has changed at an account's provider",
  description:
    "Calendars that are only there are made here, for the account's owner. What was changed here and is still to be told there is not overwritten. Each portion is kept as it comes: a pull that ends in the middle goes on from there when it is asked for again.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({ account: AccountId }),
  output: T.Object({
    account: T.String({ description: "Id of the account" }),
    calendars: count("Calendars that were asked for"),
    created: count("Events that are new here"),
    updated: count("Events that were changed"),
    deleted: count("Events that are there no more"),
    skipped: count("What could not be imported; diagnostics gives the reason for the first of them"),
    diagnostics: T.Array(
      T.Object({
        url: T.String({ description: "Where it is at the provider" }),
        message: T.String({ description: "What is wrong, for people" }),
      }),
      { description: "What could not be imported, with the reason" },
    ),
  }),
  errors: [AccountNotFound, AccountStopped, NothingToSync, ProviderTrouble],
  examples: [{ title: "One account", input: { account: "home" } }],
  resource: ({ account }) => account,
  async plan({ store, caller }, { account: id }) {
    // Beside this commit: the pull notes in the account when it was, and what is asked is not asked twice for that.
    const account = await ownAccountOf({ store: store.unchecked, caller }, id);
    const { provider, config } = account;
    if (provider !== "caldav") throw NothingToSync({ accountId: id, provider });
    assertGoesOn(account);
    const server = serverIn(config) ?? "";
    return { summary: `Ask ${server} what has changed, and take it over`, effects: [`asks ${server}`] };
  },
  async execute({ host, store, caller, signal }, _plan, { account: id }) {
    const account = await ownAccountOf({ store: store.unchecked, caller }, id);
    try {
      return { account: id, ...(await pullAccount(host, account, signal)) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { message, wait } = error;
      await noteFault(host, id, error);
      const retryAfter = wait === undefined ? undefined : Math.ceil(wait / 1000);
      throw ProviderTrouble(omitUndefined({ accountId: id, reason: message, retryAfter }));
    }
  },
});
