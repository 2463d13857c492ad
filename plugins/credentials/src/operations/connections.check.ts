import { defineCommand, isGatewayError, T } from "@postern/core";
import { withDefault } from "@postern/kit/fields";
import { type ConnectionRecord, connections } from "../collections.ts";
import { connectionOf, describeConnection, resourceOf, resourcesOf, setStatusReason } from "../connection.ts";
import {
  BackendUnavailable,
  ConnectionAmbiguous,
  ConnectionDisabled,
  ConnectionNotFound,
  ProviderUnknown,
  SecretElsewhere,
  SecretUnreadable,
  VaultKeyMissing,
} from "../errors.ts";
import { connectionChecked } from "../events.ts";
import { group } from "../group.ts";
import { ask, type Verdict } from "../providers.ts";
import { ConnectionText, ProviderText } from "../schemas.ts";
import { type Provider, Secret } from "../services.ts";
import type { State } from "../state.ts";
import { secretOf } from "../store-secret.ts";

export const connectionsCheck = defineCommand(group, {
  id: "credentials.connections.check",
  summary: "Check a connection's secret with its provider",
  description:
    "The plugin that supports the provider sends the secret to it. The secret of a disabled connection is sent only " +
    "with `disabled`.",
  outside: true,
  input: T.Object({
    connection: ConnectionText,
    provider: ProviderText,
    disabled: withDefault(T.Boolean({ description: "Send the secret even if the connection is disabled" }), false),
  }),
  output: T.Object({
    ok: T.Boolean({ description: "Whether the secret works" }),
    reason: T.Optional(T.String({ description: "Why it does not work, as reported by the provider" })),
  }),
  errors: [
    ConnectionNotFound,
    ConnectionAmbiguous,
    ConnectionDisabled,
    ProviderUnknown,
    SecretUnreadable,
    BackendUnavailable,
    SecretElsewhere,
    VaultKeyMissing,
  ],
  examples: [{ title: "Check a connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  resources: resourcesOf,
  async plan({ store, state }, { disabled, ...named }) {
    // Unchecked reads, here and below: the check takes seconds and must not be repeated after a conflict.
    const found = await connectionOf(store.unchecked, named);
    assertSendable(found, disabled);
    const { label } = providerOf(state, found.provider);
    const disabledNote = found.status === "disabled" ? ", which is disabled," : "";
    const summary = `Check the secret of ${describeConnection(found)}${disabledNote} with ${label}`;
    return { summary, effects: [`sends the secret to ${label}`], connectionId: found.id };
  },
  async execute(ctx, { connectionId }, { disabled }) {
    const { state } = ctx;
    const found = await connectionOf(ctx.store.unchecked, { connection: connectionId });
    assertSendable(found, disabled);
    const provider = providerOf(state, found.provider);
    const verdict = await verdictOn(state, provider, found, ctx.signal);
    await state.transact(async (later) => {
      const record = await later.store.get(connections, connectionId);
      if (!record || record.secretRef !== found.secretRef) return;
      if (record.status === "active") await setStatusReason(later, record, verdict.ok ? undefined : "check_failed");
    });
    const { connection } = found;
    ctx.emit(connectionChecked, { connectionId, connection, provider: found.provider, ...verdict });
    return verdict;
  },
});

/** The secret of a disabled connection must not be used, and a check passes it to a plugin. */
function assertSendable({ id, connection, provider, status }: ConnectionRecord, disabled: boolean): void {
  if (status === "disabled" && !disabled) throw ConnectionDisabled({ connectionId: id, connection, provider });
}

function providerOf({ providers }: State, id: string): Provider {
  const provider = providers.get(id);
  if (!provider) throw ProviderUnknown({ provider: id });
  return provider;
}

/** A missing secret counts as one that does not work; an unavailable backend or a secret of another host is an error. */
async function verdictOn(
  state: State,
  provider: Provider,
  record: ConnectionRecord,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    return await ask(provider, new Secret(await secretOf(state, record)), signal);
  } catch (error) {
    if (isGatewayError(error) && error.code === SecretUnreadable.code) return { ok: false, reason: error.message };
    throw error;
  }
}
