import { defineCommand, T } from "@postern/core";
import { ConnectionBound } from "@postern/credentials/services";
import { restoring } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { commitSettings, currentAdapter, ownAdapterOf, planSettings, putAdapter } from "../adapter.ts";
import { ChangedAdapter } from "../changed-adapter.ts";
import type { AdapterRecord } from "../collections.ts";
import { AdapterNotFound, AgentUnknown, ConnectionUnknown } from "../errors.ts";
import { adapterUpdated } from "../events.ts";
import { group } from "../group.ts";
import { AdapterId, AgentText, Config, ConnectionText } from "../schemas.ts";

export const adaptersUpdate = defineCommand(group, {
  id: "channels.adapters.update",
  summary: "Update an adapter's configuration, connection or agent",
  description:
    "Omitted fields are unchanged, and an empty text clears a field. The configuration is replaced as a whole. " +
    "The runner reconnects the adapter. A new agent receives the chats created from now on; existing chats keep their agent.",
  properties: ["lasting", "posts"],
  input: T.Object({
    id: AdapterId,
    config: T.Optional(Config),
    connection: T.Optional(ConnectionText),
    agent: T.Optional(AgentText),
  }),
  output: ChangedAdapter,
  errors: [AdapterNotFound, ConnectionUnknown, ConnectionBound, AgentUnknown, AddressNotAllowed],
  examples: [{ title: "Change the agent", input: { id: "irc", agent: "night" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id, ...input }) {
    const before = await ownAdapterOf(ctx, id);
    await planSettings(ctx, { ...before, ...input, isNamed: !!input.connection }, before);
    return { summary: `Update adapter ${id}` };
  },
  async undo(ctx, _plan, { id, ...given }) {
    // The former connection may not be usable for the former server any longer.
    if (given.connection !== undefined) return undefined;
    const fields = restoring(given, await ownAdapterOf(ctx, id), { agent: "" });
    return fields && { operation: "channels.adapters.update", input: { id, ...fields } };
  },
  async execute(ctx, _plan, { id, ...input }) {
    const { store, now, number, emit } = ctx;
    const before = await ownAdapterOf(ctx, id);
    const settings = await commitSettings(ctx, { ...before, ...input, isNamed: !!input.connection }, before);
    const { connection: _, agent: __, isPrivate: ___, ...rest } = before;
    const record: AdapterRecord = { ...rest, ...settings, updatedAt: now, number };
    await putAdapter(ctx, record);
    const adapter = await currentAdapter(store, record, now);
    emit(adapterUpdated, { adapter });
    return { adapter };
  },
});
