import { defineCommand, isGatewayError, T } from "@postern/core";
import { connections } from "../collections.ts";
import { calledOf, connectionOf, remark, resourceOf } from "../connection.ts";
import {
  BackendUnavailable,
  ConnectionAmbiguous,
  ConnectionNotFound,
  ProviderUnknown,
  SecretUnreadable,
} from "../errors.ts";
import { connectionChecked } from "../events.ts";
import { group } from "../group.ts";
import { ask, type Verdict } from "../providers.ts";
import { type Safe, safeOf } from "../safe.ts";
import { ConnectionText, ProviderText } from "../schemas.ts";
import { type Provider, Secret } from "../services.ts";
import { secretAt } from "../stash.ts";

export const connectionsCheck = defineCommand(group, {
  id: "credentials.connections.check",
  summary: "Ask the provider whether a connection's secret works",
  description:
    "How to ask is known to the plugin that registered the provider. A disabled connection can be checked too.",
  effect: "external",
  dryRunByDefault: true,
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({
    ok: T.Boolean(),
    reason: T.Optional(T.String({ description: "Why not, in the provider's words" })),
  }),
  errors: [ConnectionNotFound, ConnectionAmbiguous, ProviderUnknown, SecretUnreadable, BackendUnavailable],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan({ store, services }, named) {
    // Only glanced at, here and below: what is asked takes seconds, and is not asked again after a conflict.
    const found = await connectionOf(store.glance, named);
    const { label } = providerOf(safeOf(services), found.provider);
    const summary = `Ask ${label} whether the secret of ${calledOf(found)} works`;
    return { summary, effects: [`asks ${label}`], connectionId: found.id };
  },
  async execute(ctx, { connectionId }) {
    const safe = safeOf(ctx.services);
    const found = await connectionOf(ctx.store.glance, { connection: connectionId });
    const provider = providerOf(safe, found.provider);
    const verdict = await verdictOn(safe, provider, found.secretRef, ctx.signal);
    await safe.transact(async (later) => {
      const record = await later.store.get(connections, connectionId);
      if (!record || record.secretRef !== found.secretRef) return;
      if (record.status === "active") await remark(later, record, verdict.ok ? undefined : "check_failed");
    });
    const { connection } = found;
    ctx.emit(connectionChecked, { connectionId, connection, provider: found.provider, ...verdict });
    return verdict;
  },
});

function providerOf({ providers }: Safe, id: string): Provider {
  const provider = providers.get(id);
  if (!provider) throw ProviderUnknown({ provider: id });
  return provider;
}

/** A secret that is not there does not work; a backend that cannot be asked says nothing about it. */
async function verdictOn(safe: Safe, provider: Provider, secretRef: string, signal: AbortSignal): Promise<Verdict> {
  try {
    return await ask(provider, new Secret(await secretAt(safe, secretRef)), signal);
  } catch (error) {
    if (isGatewayError(error) && error.code === SecretUnreadable.code) return { ok: false, reason: error.message };
    throw error;
  }
}
