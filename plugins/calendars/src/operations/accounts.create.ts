import { defineCommand, omitUndefined, T } from "@postern/core";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { setUpBy } from "@postern/kit/access";
import { described, needsBy } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { initialStatusOf, MAX_ACCOUNTS, placeOf } from "../account.ts";
import { type AccountRecord, accounts, LOCAL } from "../collections.ts";
import { configFor, markOf, serverIn } from "../delivery/config.ts";
import { AccountExists, ConnectionUnknown, TooManyAccounts } from "../errors.ts";
import { accountCreated } from "../events.ts";
import { ConnectionText, NewAccountId } from "../fields.ts";
import { group } from "../group.ts";
import { Account, AccountConfig, Provider } from "../schemas.ts";

export const accountsCreate = defineCommand(group, {
  id: "calendars.accounts.create",
  summary: "Create an account at a CalDAV or mail server",
  description:
    "The server is not contacted yet: check the account with calendars.accounts.check and import its calendars with calendars.sync. The secret is stored separately, in a credentials connection of the provider `caldav` or `smtp`. TLS is required unless the server is on this machine or in a private network.",
  properties: ["lasting"],
  input: T.Object(
    {
      id: NewAccountId,
      provider: described(Provider, "Provider of the account"),
      connection: T.Optional(ConnectionText),
      config: T.Optional(AccountConfig),
    },
    needsBy("provider", { caldav: ["config"], smtp: ["config"] }),
  ),
  output: T.Object({ account: described(Account, "The account") }),
  errors: [AccountExists, TooManyAccounts, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
  examples: [
    {
      title: "Add a CalDAV server on this machine that requires no password",
      input: { id: "home", provider: "caldav", config: { url: "http://localhost:5232/ada/" } },
    },
    {
      title: "Send invitations and responses by e-mail",
      input: {
        id: "mail",
        provider: "smtp",
        config: { host: "localhost", port: 2525, secure: false, from: "ada@example.com" },
      },
    },
  ],
  resource: ({ id }) => id,
  async plan(ctx, { id, provider, connection, config = {} }) {
    const { store, services, caller } = ctx;
    if (id === LOCAL || (await store.get(accounts, id))) throw AccountExists({ accountId: id });
    if ((await store.count(accounts, { limit: MAX_ACCOUNTS })) >= MAX_ACCOUNTS)
      throw TooManyAccounts({ limit: MAX_ACCOUNTS });
    const reached = configFor(provider, config, connection !== undefined);
    const mark = markOf(ctx, reached);
    const initialStatus = await initialStatusOf(
      services.connections,
      { store, caller },
      omitUndefined({ provider, connection, config: reached }),
    );
    const server = serverIn(reached);
    return {
      summary: `Create the account ${id}${server ? ` at ${server}` : ""}`,
      config: reached,
      ...mark,
      ...initialStatus,
    };
  },
  // A connection stays bound to the server of its first account.
  undo: (_ctx, _plan, { id, connection }) =>
    connection === undefined ? { operation: "calendars.accounts.remove", input: { id } } : undefined,
  async execute(ctx, { config, isPrivate, status, statusReason }, { id, provider, connection }) {
    const { store, caller, now, emit } = ctx;
    const [ownerType = "user", ...rest] = caller.principal.split(":");
    const account: AccountRecord = omitUndefined({
      id,
      provider,
      connection,
      config,
      isPrivate,
      ownerId: rest.join(":"),
      ownerType: ownerType as AccountRecord["ownerType"],
      ...(await setUpBy(store, caller)),
      status,
      statusReason,
      createdAt: now,
      updatedAt: now,
    });
    if (connection !== undefined) await useConnection(ctx, placeOf(account));
    await store.put(accounts, account);
    emit(accountCreated, { account });
    return { account };
  },
});
