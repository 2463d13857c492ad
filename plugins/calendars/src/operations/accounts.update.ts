import { defineCommand, gatewayErrors, omitUndefined, T } from "@postern/core";
import { ConnectionBound, useConnection } from "@postern/credentials/services";
import { hasCreatorEnded, setUpBy } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { initialStatusOf, ownAccountOf, placeOf, statusOf } from "../account.ts";
import { accounts, schedulings } from "../collections.ts";
import { resumeAccount } from "../delivery/account.ts";
import { configFor, hostsIn, markOf, serverIn } from "../delivery/config.ts";
import { AccountNotFound, ConnectionUnknown } from "../errors.ts";
import { accountUpdated } from "../events.ts";
import { AccountId, ConnectionText } from "../fields.ts";
import { group } from "../group.ts";
import { Account, AccountConfig } from "../schemas.ts";

export const accountsUpdate = defineCommand(group, {
  id: "calendars.accounts.update",
  summary: "Update the connection settings of an account and resume it",
  description:
    "`config` replaces the whole configuration. Pending deliveries use the new settings. A stopped account is resumed even if nothing else changes, unless its connection is disabled. If the key that set it up has ended, the account continues with yours.",
  properties: ["lasting"],
  input: T.Object({
    id: AccountId,
    connection: T.Optional({
      ...ConnectionText,
      minLength: 0,
      description: "Name or id of the credentials connection that holds the account's secret; empty for none",
    }),
    config: T.Optional(AccountConfig),
  }),
  output: T.Object({ account: described(Account, "The account") }),
  errors: [AccountNotFound, ConnectionUnknown, ConnectionBound, AddressNotAllowed],
  examples: [{ title: "Resume a stopped account", input: { id: "home" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id, connection, config }) {
    const { store, services, caller, now } = ctx;
    const before = await ownAccountOf({ store, caller }, id);
    const named = connection === undefined ? before.connection : connection || undefined;
    const reached = configFor(before.provider, config ?? before.config, named !== undefined);
    const { isPrivate } = config ? markOf(ctx, reached, before) : before;
    const isNew = connection !== undefined || hostsIn(reached).join() !== hostsIn(before.config).join();
    if (isNew && named !== undefined && !connection) throw connectionRequired(serverIn(reached));
    // Whoever continues an account whose key has ended could have set it up.
    const isContinued = await hasCreatorEnded(store, before, now);
    const { status, statusReason } =
      isNew || isContinued
        ? await initialStatusOf(
            services.connections,
            { store, caller },
            omitUndefined({ provider: before.provider, connection: named, config: reached }),
          )
        : await statusOf(services.connections, before.provider, named);
    const server = serverIn(reached);
    const resumes = before.status === "active" || status === "stopped" ? "" : " and resume it";
    return {
      summary: `Update the account ${id}${server ? ` at ${server}` : ""}${resumes}`,
      ...omitUndefined({ connection: named, config: reached, isPrivate, status, statusReason, isNew, isContinued }),
    };
  },
  async execute(ctx, { connection, config, isPrivate, status, statusReason, isNew, isContinued }, { id }) {
    const { connection: _old, isPrivate: _mark, ...before } = await ownAccountOf(ctx, id);
    const who = isContinued ? await setUpBy(ctx.store, ctx.caller) : {};
    const named = omitUndefined({ ...before, ...who, connection, config, isPrivate });
    if (isNew && connection !== undefined) await useConnection(ctx, placeOf(named));
    // An account that cannot be resumed gets the current reason, which may differ from the previous one.
    const account =
      status === "active"
        ? await resumeAccount(ctx, named)
        : omitUndefined({ ...named, status, statusReason, updatedAt: ctx.now });
    await ctx.store.put(accounts, account);
    // The server or the user may be another one.
    await ctx.store.delete(schedulings, id);
    ctx.emit(accountUpdated, { account });
    return { account };
  },
});

/** A secret may be sent to another server only if the caller names both the server and the connection. */
const connectionRequired = (server: string | undefined) =>
  gatewayErrors.InvalidInput({
    issues: [
      {
        path: "/connection",
        code: "required",
        message: `must be specified again, because its secret would be sent to another server, ${server}`,
      },
    ],
  });
