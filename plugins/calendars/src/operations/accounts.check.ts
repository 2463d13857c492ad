import { defineCommand, omitUndefined, T } from "@postern/core";
import { withColumns } from "@postern/kit/paging";
import { ownAccountOf } from "../account.ts";
import { checkAccount } from "../delivery/check.ts";
import { serverIn } from "../delivery/config.ts";
import { AccountNotFound } from "../errors.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";

export const accountsCheck = defineCommand(group, {
  id: "calendars.accounts.check",
  summary: "Check whether an account can sign in to its server",
  description:
    "For a CalDAV account the response lists the calendars of the server. Nothing is changed on either side.",
  outside: true,
  input: T.Object({ id: AccountId }),
  output: T.Object({
    ok: T.Boolean({ description: "Whether the server accepted the account" }),
    reason: T.Optional(T.String({ description: "Why the check failed" })),
    code: T.Optional(T.String({ description: "Error code of the failed check" })),
    calendars: T.Optional(
      withColumns(
        T.Array(
          T.Object({
            url: T.String({ description: "URL of the calendar" }),
            name: T.String({ description: "Calendar name" }),
          }),
          { description: "Calendars of the server" },
        ),
        { name: "text", url: "text" },
      ),
    ),
  }),
  errors: [AccountNotFound],
  examples: [{ title: "Check an account", input: { id: "home" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const server = serverIn((await ownAccountOf(ctx, id)).config);
    return {
      summary: server === undefined ? "Check an account that has no server" : `Sign in to ${server}`,
      effects: server === undefined ? [] : [`connects to ${server}`],
    };
  },
  async execute({ store, caller, services, config, signal }, _plan, { id }) {
    const account = await ownAccountOf({ store: store.unchecked, caller }, id);
    return omitUndefined(await checkAccount({ services, config }, account, signal));
  },
});
