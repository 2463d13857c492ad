import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { choose, keepingOf } from "../choice.ts";
import { type ConnectionRecord, connections } from "../collections.ts";
import { showConnection } from "../connection.ts";
import { BackendUnavailable, ConnectionExists, SecretUnreadable } from "../errors.ts";
import { connectionCreated } from "../events.ts";
import { group } from "../group.ts";
import {
  BackendName,
  Connection,
  Hosts,
  Label,
  Name,
  Provider,
  Scopes,
  SecretOrReference,
  SecretRef,
  SecretText,
} from "../schemas.ts";
import { stash } from "../stash.ts";
import { assertMayName } from "../use.ts";

export const connectionsCreate = defineCommand(group, {
  id: "credentials.connections.create",
  summary: "Keep a secret under a name, for other groups to use",
  description:
    "Either the secret is given, which goes into the backend (the keychain where it works, else the vault, unless one " +
    "is named), or secretRef says where it is kept already. It is used for its provider only, and sent to its hosts " +
    "only; where none are given, its first use sets them.",
  input: T.Object(
    {
      provider: Provider,
      connection: Name,
      label: T.Optional(described(Label, "For people; the name where none is given")),
      scopes: T.Optional(Scopes),
      hosts: T.Optional(Hosts),
      backend: T.Optional(described(BackendName, "Where the secret goes")),
      secret: T.Optional(SecretText),
      secretRef: T.Optional(SecretRef),
    },
    SecretOrReference,
  ),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionExists, BackendUnavailable, SecretUnreadable],
  examples: [
    {
      title: "A token in the gateway's environment",
      input: { provider: "github", connection: "main", secretRef: "env:GITHUB_TOKEN" },
    },
    {
      title: "With what it may do",
      input: {
        provider: "github",
        connection: "releases",
        label: "Releases of the web site",
        scopes: ["repo"],
        secretRef: "env:RELEASE_TOKEN",
      },
    },
  ],
  async plan({ store, state, caller }, { provider, connection, ...given }) {
    const standing = await store.one(connections, "byProvider", provider, connection);
    if (standing) throw ConnectionExists({ provider, connection, connectionId: standing.id });
    const { summary, ...choice } = await choose(state, given);
    await assertMayName({ store, caller }, choice.secretRef);
    return { summary: `Keep the secret of the connection ${connection} of ${provider} ${summary}`, ...choice };
  },
  async execute(ctx, plan, input) {
    const { provider, connection, label = connection, scopes = [], hosts = [] } = input;
    const { store, caller, now, emit } = ctx;
    const { state } = ctx;
    const secretRef = plan.secretRef ?? (await stash(ctx, keepingOf(state, plan.backend), input));
    const record: ConnectionRecord = {
      id: ctx.id("conn_"),
      connection,
      label,
      provider,
      secretRef,
      backend: plan.backend,
      scopes,
      status: "active",
      hosts,
      ownerId: caller.principal,
      createdAt: now,
      updatedAt: now,
      isOurs: plan.secretRef === undefined,
    };
    await store.put(connections, record);
    const shown = await showConnection(ctx, record);
    emit(connectionCreated, { connection: shown });
    return { connection: shown };
  },
});
