import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { choose, keepingOf } from "../choice.ts";
import { type ConnectionRecord, connections } from "../collections.ts";
import { calledOf, connectionOf, resourceOf, showConnection } from "../connection.ts";
import { BackendUnavailable, ConnectionAmbiguous, ConnectionNotFound, SecretUnreadable } from "../errors.ts";
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
import { letGo, stash } from "../stash.ts";
import { assertMayName } from "../use.ts";

export const connectionsRotate = defineCommand(group, {
  id: "credentials.connections.rotate",
  summary: "Give a connection another secret",
  description:
    "The connection keeps its id, and whether it is disabled. The next use gets the new secret; the old one is " +
    "removed, if it was given here. It stays in its backend unless another one is named.",
  input: T.Object(
    {
      connection: ConnectionText,
      provider: ProviderText,
      backend: T.Optional(described(BackendName, "Where the new secret goes")),
      secret: T.Optional(SecretText),
      secretRef: T.Optional(SecretRef),
    },
    SecretOrReference,
  ),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous, BackendUnavailable, SecretUnreadable],
  examples: [
    {
      title: "Another variable",
      input: { connection: "main", provider: "github", secretRef: "env:GITHUB_TOKEN_2026" },
    },
  ],
  resource: resourceOf,
  async plan({ store, state, caller }, { connection, provider, ...given }) {
    const named = { connection, ...(provider !== undefined && { provider }) };
    const found = await connectionOf(store, named);
    const { summary, ...choice } = await choose(state, given, found.backend);
    if (choice.secretRef !== found.secretRef) await assertMayName({ store, caller }, choice.secretRef);
    const isReplaced = found.isOurs && choice.secretRef !== found.secretRef;
    return {
      summary: `Give ${calledOf(found)} another secret, ${summary}`,
      connectionId: found.id,
      ...choice,
      oldSecret: isReplaced ? ("removed" as const) : ("kept" as const),
    };
  },
  async execute(ctx, plan, input) {
    const { store, now, emit } = ctx;
    const { state } = ctx;
    const { statusReason, ...before } = await connectionOf(store, { connection: plan.connectionId });
    const secretRef = plan.secretRef ?? (await stash(ctx, keepingOf(state, plan.backend), input));
    const isSame = secretRef === before.secretRef;
    if (!isSame) await letGo(ctx, before);
    const record: ConnectionRecord = {
      ...before,
      ...(before.status === "disabled" && statusReason && { statusReason }),
      secretRef,
      backend: plan.backend,
      isOurs: isSame ? before.isOurs : plan.secretRef === undefined,
      updatedAt: now,
    };
    await store.put(connections, record);
    const connection = await showConnection(ctx, record);
    emit(connectionRotated, { connection });
    return { connection };
  },
});
