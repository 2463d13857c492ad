import { defineCommand, omitUndefined, T } from "@postern/core";
import { ownAccountOf } from "../account.ts";
import { serverIn } from "../delivery/config.ts";
import { tryAccount } from "../delivery/try.ts";
import { AccountNotFound } from "../errors.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";

export const accountsCheck = defineCommand(group, {
  id: "calendars.accounts.check",
  summary: "Ask an account's server whether it lets us in",
  description: "Of CalDAV the answer names the calendars that are there. Nothing is changed, here or there.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({ id: AccountId }),
  output: T.Object({
    ok: T.Boolean({ description: "Whether it was published" }),
    reason: T.Optional(T.String({ description: "Why not" })),
    code: T.Optional(T.String({ description: "The same in one word" })),
    calendars: T.Optional(
      T.Array(
        T.Object({ url: T.String({ description: "The address" }), name: T.String({ description: "Its name" }) }),
        { description: "The calendars" },
      ),
    ),
  }),
  errors: [AccountNotFound],
  examples: [{ title: "One account", input: { id: "home" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    const server = serverIn((await ownAccountOf(ctx, id)).config);
    return { summary: `Ask ${server ?? "nobody"}`, effects: server === undefined ? [] : [`asks ${server}`] };
  },
  async execute({ store, caller, services, signal }, _plan, { id }) {
    const account = await ownAccountOf({ store: store.unchecked, caller }, id);
    return omitUndefined(await tryAccount({ services }, account, signal));
  },
});
