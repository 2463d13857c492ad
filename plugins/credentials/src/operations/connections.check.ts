import { defineCommand, isGatewayError, T, withDefault } from "@postern/core";
import { type ConnectionRecord, connections } from "../collections.ts";
import { calledOf, connectionOf, remark, resourceOf } from "../connection.ts";
import {
  BackendUnavailable,
  ConnectionAmbiguous,
  ConnectionDisabled,
  ConnectionNotFound,
  ProviderUnknown,
  SecretUnreadable,
} from "../errors.ts";
import { connectionChecked } from "../events.ts";
import { group } from "../group.ts";
import { ask, type Verdict } from "../providers.ts";
import { ConnectionText, ProviderText } from "../schemas.ts";
import { type Provider, Secret } from "../services.ts";
import { secretAt } from "../stash.ts";
import type { State } from "../state.ts";

export const connectionsCheck = defineCommand(group, {
  id: "credentials.connections.check",
  summary: "Ask the provider whether a connection's secret works",
  description:
    "The plugin that registered the provider knows how to ask. The secret of a disabled connection is sent only with " +
    "`disabled`.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({
    connection: ConnectionText,
    provider: ProviderText,
    disabled: withDefault(T.Boolean({ description: "Send the secret even if the connection is disabled" }), false),
  }),
  output: T.Object({
    ok: T.Boolean({ description: "Whether it was published" }),
    reason: T.Optional(T.String({ description: "Why not, in the provider's words" })),
  }),
  errors: [
    ConnectionNotFound,
    ConnectionAmbiguous,
    ConnectionDisabled,
    ProviderUnknown,
    SecretUnreadable,
    BackendUnavailable,
  ],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan({ store, state }, { disabled, ...named }) {
    // Only glanced at, here and below: what is asked takes seconds, and is not asked again after a conflict.
    const found = await connectionOf(store.unchecked, named);
    assertSendable(found, disabled);
    const { label } = providerOf(state, found.provider);
    const disabledNote = found.status === "disabled" ? ", which is disabled," : "";
    const summary = `Ask ${label} whether the secret of ${calledOf(found)}${disabledNote} works`;
    return { summary, effects: [`asks ${label}`], connectionId: found.id };
  },
  async execute(ctx, { connectionId }, { disabled }) {
    const { state } = ctx;
    const found = await connectionOf(ctx.store.unchecked, { connection: connectionId });
    assertSendable(found, disabled);
    const provider = providerOf(state, found.provider);
    const verdict = await verdictOn(state, provider, found.secretRef, ctx.signal);
    await state.transact(async (later) => {
      const record = await later.store.get(connections, connectionId);
      if (!record || record.secretRef !== found.secretRef) return;
      if (record.status === "active") await remark(later, record, verdict.ok ? undefined : "check_failed");
    });
    const { connection } = found;
    ctx.emit(connectionChecked, { connectionId, connection, provider: found.provider, ...verdict });
    return verdict;
  },
});

/** Disabled means that nobody gets the secret, and a check hands it to whoever registered the provider. */
function assertSendable({ id, connection, provider, status }: ConnectionRecord, disabled: boolean): void {
  if (status === "disabled" && !disabled) throw ConnectionDisabled({ connectionId: id, connection, provider });
}

function providerOf({ providers }: State, id: string): Provider {
  const provider = providers.get(id);
  if (!provider) throw ProviderUnknown({ provider: id });
  return provider;
}

/** A secret that is not there does not work; a backend that cannot be asked says nothing about it. */
async function verdictOn(state: State, provider: Provider, secretRef: string, signal: AbortSignal): Promise<Verdict> {
  try {
    return await ask(provider, new Secret(await secretAt(state, secretRef)), signal);
  } catch (error) {
    if (isGatewayError(error) && error.code === SecretUnreadable.code) return { ok: false, reason: error.message };
    throw error;
  }
}
