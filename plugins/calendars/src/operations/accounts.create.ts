import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, needsBy } from "@postern/core/fields";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { MOST_ACCOUNTS, placeOf, standingOf } from "../account.ts";
import { type AccountRecord, accounts, LOCAL } from "../collections.ts";
import { configFor, serverIn } from "../delivery/config.ts";
import { AccountExists, ConnectionUnknown, TooManyAccounts } from "../errors.ts";
import { accountCreated } from "../events.ts";
import { AccountId, ConnectionText } from "../fields.ts";
import { group } from "../group.ts";
import { Account, AccountConfig, Provider } from "../schemas.ts";

export const accountsCreate = defineCommand(group, {
  id: "calendars.accounts.create",
  summary: "Create an account: a CalDAV or mail server that calendars are kept at",
  description:
    "Nothing is asked of the server yet: calendars.accounts.check does, and calendars.sync takes over what it has. The secret stays with credentials, in a connection of the provider `caldav` or `smtp`; the server is named here, without it. A server is reached by TLS, unless it is on this machine or in a private network.",
  input: T.Object(
    {
      id: AccountId,
      provider: described(Provider, "The provider"),
      connection: T.Optional(ConnectionText),
      config: T.Optional(AccountConfig),
    },
    needsBy("provider", { caldav: ["config"], smtp: ["config"] }),
  ),
  output: T.Object({ account: described(Account, "The account") }),
  errors: [AccountExists, TooManyAccounts, ConnectionUnknown, ConnectionBound],
  examples: [
    {
      title: "A CalDAV server on this machine that asks for no password",
      input: { id: "home", provider: "caldav", config: { url: "http://localhost:5232/ada/" } },
    },
    {
      title: "Invitations and answers by mail",
      input: {
        id: "mail",
        provider: "smtp",
        config: { host: "localhost", port: 2525, secure: false, from: "ada@example.com" },
      },
    },
  ],
  resource: ({ id }) => id,
  async plan({ store, services, caller }, { id, provider, connection, config = {} }) {
    if (id === LOCAL || (await store.get(accounts, id))) throw AccountExists({ accountId: id });
    if ((await store.count(accounts, { limit: MOST_ACCOUNTS })) >= MOST_ACCOUNTS)
      throw TooManyAccounts({ limit: MOST_ACCOUNTS });
    const reached = configFor(provider, config, connection !== undefined);
    const standing = await standingOf(
      services.connections,
      { store, caller },
      omitUndefined({ provider, connection, config: reached }),
    );
    const server = serverIn(reached);
    return { summary: `Create the account ${id}${server ? ` at ${server}` : ""}`, config: reached, ...standing };
  },
  async execute(ctx, { config, status, statusReason }, { id, provider, connection }) {
    const { store, caller, now, emit } = ctx;
    const [ownerType = "user", ...rest] = caller.principal.split(":");
    const account: AccountRecord = omitUndefined({
      id,
      provider,
      connection,
      config,
      ownerId: rest.join(":"),
      ownerType: ownerType as AccountRecord["ownerType"],
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
