import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { chooseBackend, writableBackend } from "../choice.ts";
import { type ConnectionRecord, connections } from "../collections.ts";
import { connectionOf, describeConnection, resourceOf, resourcesOf, showConnection } from "../connection.ts";
import {
  BackendUnavailable,
  ConnectionAmbiguous,
  ConnectionNotFound,
  SecretUnreadable,
  VaultKeyMissing,
} from "../errors.ts";
import { connectionRotated } from "../events.ts";
import { group } from "../group.ts";
import {
  BackendName,
  Connection,
  ConnectionText,
  ProviderText,
  SecretOrReference,
  SecretRef,
  SecretText,
} from "../schemas.ts";
import { hostOf, releaseSecret, storeSecret } from "../store-secret.ts";
import { assertMayReference, assertOwn } from "../use.ts";

export const connectionsRotate = defineCommand(group, {
  id: "credentials.connections.rotate",
  summary: "Rotate the secret of a connection",
  description:
    "The connection keeps its id and status. The next use gets the new secret; the old secret is removed if it was " +
    "stored by Postern. The backend stays the same unless `backend` is set.",
  properties: ["lasting"],
  input: T.Object(
    {
      connection: ConnectionText,
      provider: ProviderText,
      backend: T.Optional(described(BackendName, "Backend in which to store the new secret")),
      secret: T.Optional(SecretText),
      secretRef: T.Optional(SecretRef),
    },
    SecretOrReference,
  ),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous, BackendUnavailable, SecretUnreadable, VaultKeyMissing],
  examples: [
    {
      title: "Switch to another environment variable",
      input: { connection: "main", provider: "github", secretRef: "env:GITHUB_TOKEN_2026" },
    },
  ],
  resource: resourceOf,
  resources: resourcesOf,
  async plan({ store, state, caller }, { connection, provider, ...input }) {
    const named = { connection, ...(provider !== undefined && { provider }) };
    const found = await connectionOf(store, named);
    assertOwn(caller, found);
    const { summary, ...choice } = await chooseBackend(state, input, found.backend);
    if (choice.secretRef !== found.secretRef) await assertMayReference({ store, caller }, choice.secretRef);
    const isReplaced = found.isOurs && choice.secretRef !== found.secretRef;
    return {
      summary: `Rotate the secret of ${describeConnection(found)}; the new secret is ${summary}`,
      connectionId: found.id,
      ...choice,
      oldSecret: isReplaced ? ("removed" as const) : ("kept" as const),
    };
  },
  async execute(ctx, plan, input) {
    const { store, now, emit } = ctx;
    const { state } = ctx;
    const found = await connectionOf(store, { connection: plan.connectionId });
    const { statusReason, host: _, ...before } = found;
    const secretRef = plan.secretRef ?? (await storeSecret(ctx, writableBackend(state, plan.backend), input));
    const isSame = secretRef === before.secretRef;
    if (!isSame) await releaseSecret(ctx, found);
    const host = await hostOf({ store, state }, secretRef);
    const record: ConnectionRecord = {
      ...before,
      ...(before.status === "disabled" && statusReason && { statusReason }),
      secretRef,
      backend: plan.backend,
      ...(host !== undefined && { host }),
      isOurs: isSame ? before.isOurs : plan.secretRef === undefined,
      updatedAt: now,
    };
    await store.put(connections, record);
    const connection = await showConnection(ctx, record);
    emit(connectionRotated, { connection });
    return { connection };
  },
});
