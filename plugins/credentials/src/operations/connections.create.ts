import { defineCommand, T } from "@postern/core";
import { setUpBy } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { chooseBackend, writableBackend } from "../choice.ts";
import { type ConnectionRecord, connections } from "../collections.ts";
import { describeConnection, showConnection } from "../connection.ts";
import { BackendUnavailable, ConnectionExists, SecretUnreadable, VaultKeyMissing } from "../errors.ts";
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
import { hostOf, storeSecret } from "../store-secret.ts";
import { assertMayReference } from "../use.ts";

export const connectionsCreate = defineCommand(group, {
  id: "credentials.connections.create",
  summary: "Create a connection with a secret for other groups to use",
  description:
    "Give either `secret`, which is stored in the backend (by default the keychain, or the vault if the keychain does " +
    "not work), or `secretRef` for an existing secret. The secret is used only for its provider and sent only to its " +
    "hosts; without `hosts`, its first use sets them.",
  properties: ["lasting"],
  input: T.Object(
    {
      provider: Provider,
      connection: Name,
      label: T.Optional(described(Label, "Label for people; the name by default")),
      scopes: T.Optional(Scopes),
      hosts: T.Optional(Hosts),
      backend: T.Optional(described(BackendName, "Backend in which to store the secret")),
      secret: T.Optional(SecretText),
      secretRef: T.Optional(SecretRef),
    },
    SecretOrReference,
  ),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionExists, BackendUnavailable, SecretUnreadable, VaultKeyMissing],
  examples: [
    {
      title: "A token in an environment variable of the gateway",
      input: { provider: "github", connection: "main", secretRef: "env:GITHUB_TOKEN" },
    },
    {
      title: "With a label and scopes",
      input: {
        provider: "github",
        connection: "releases",
        label: "Releases of the website",
        scopes: ["repo"],
        secretRef: "env:RELEASE_TOKEN",
      },
    },
  ],
  async plan({ store, state, caller }, { provider, connection, ...input }) {
    const existing = await store.one(connections, "byProvider", provider, connection);
    if (existing) throw ConnectionExists({ provider, connection, connectionId: existing.id });
    const { summary, ...choice } = await chooseBackend(state, input);
    await assertMayReference({ store, caller }, choice.secretRef);
    return { summary: `Create ${describeConnection({ connection, provider })} with its secret ${summary}`, ...choice };
  },
  // A secret that is stored here is outside the store.
  undo:
    (_ctx, { secretRef }) =>
    ({ connection }) =>
      secretRef === undefined
        ? undefined
        : { operation: "credentials.connections.remove", input: { connection: connection.id } },
  async execute(ctx, plan, input) {
    const { provider, connection, label = connection, scopes = [], hosts = [] } = input;
    const { store, caller, now, emit } = ctx;
    const { state } = ctx;
    const secretRef = plan.secretRef ?? (await storeSecret(ctx, writableBackend(state, plan.backend), input));
    const host = await hostOf({ store, state }, secretRef);
    const { createdBy } = await setUpBy(ctx.store, caller);
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
      ...(host !== undefined && { host }),
      ...(createdBy !== undefined && { createdBy }),
      isOurs: plan.secretRef === undefined,
    };
    await store.put(connections, record);
    const shown = await showConnection(ctx, record);
    emit(connectionCreated, { connection: shown });
    return { connection: shown };
  },
});
