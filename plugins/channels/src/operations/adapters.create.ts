import { defineCommand, omitUndefined, T } from "@postern/core";
import { ConnectionBound } from "@postern/credentials/services";
import { setUpBy } from "@postern/kit/access";
import { described, oneOfOffered, withDefault } from "@postern/kit/fields";
import { AddressNotAllowed } from "@postern/kit/outbound";
import { commitSettings, currentAdapter, planSettings, putAdapter } from "../adapter.ts";
import { ChangedAdapter } from "../changed-adapter.ts";
import { type AdapterRecord, adapters, places } from "../collections.ts";
import { AdapterExists, AdapterIdUsed, AgentUnknown, ConnectionUnknown, TooManyAdapters } from "../errors.ts";
import { adapterCreated } from "../events.ts";
import { group } from "../group.ts";
import { KINDS } from "../kinds.ts";
import { AgentText, Config, ConnectionText, KindId, NewAdapterId } from "../schemas.ts";

/** Maximum number of adapters. The runner reads all of them at once. */
const MAX_COUNT = 200;

export const adaptersCreate = defineCommand(group, {
  id: "channels.adapters.create",
  summary: "Create an adapter that connects chats to a platform",
  description:
    "If the runner is running, it connects the adapter immediately. An adapter with the id and kind of a removed one " +
    "keeps its chats.",
  properties: ["lasting", "posts"],
  input: T.Object({
    id: described(NewAdapterId, "Id of the adapter, which its chats have as instanceId"),
    kind: oneOfOffered(KINDS, { pattern: KindId.pattern as string, description: KindId.description as string }),
    config: withDefault(Config, {}),
    connection: T.Optional(ConnectionText),
    agent: T.Optional(AgentText),
  }),
  output: ChangedAdapter,
  errors: [
    AdapterExists,
    AdapterIdUsed,
    TooManyAdapters,
    ConnectionUnknown,
    ConnectionBound,
    AgentUnknown,
    AddressNotAllowed,
  ],
  examples: [
    {
      title: "Create a webhook adapter",
      input: {
        id: "helpdesk",
        kind: "webhook",
        config: { url: "https://helpdesk.example.com/postern" },
        connection: "helpdesk",
        agent: "main",
      },
    },
  ],
  resource: ({ id }) => id,
  async plan(ctx, { id, ...input }) {
    const { store } = ctx;
    const { kind } = (await planSettings(ctx, input)).settings;
    if (await store.get(adapters, id)) throw AdapterExists({ adapter: id });
    const [former] = (await store.find(places, { prefix: [id], limit: 1 })).items;
    if (former && former.channel !== kind) throw AdapterIdUsed({ adapter: id, kind: former.channel });
    if ((await store.count(adapters, { limit: MAX_COUNT })) >= MAX_COUNT) throw TooManyAdapters({ limit: MAX_COUNT });
    return { summary: `Create adapter ${id} of kind ${kind}` };
  },
  // A connection stays bound to the server of its first adapter.
  undo: (_ctx, _plan, { id, connection }) =>
    connection ? undefined : { operation: "channels.adapters.remove", input: { id } },
  async execute(ctx, _plan, { id, ...input }) {
    const { store, caller, now, number, emit } = ctx;
    const times = { createdAt: now, updatedAt: now, number };
    const who = omitUndefined({ ownerId: caller.principal, ...(await setUpBy(store, caller)) });
    const record: AdapterRecord = { id, ...(await commitSettings(ctx, input)), ...who, ...times };
    await putAdapter(ctx, record);
    const adapter = await currentAdapter(store, record, now);
    emit(adapterCreated, { adapter });
    return { adapter };
  },
});
