import { defineCommand, T } from "@postern/core";
import { adapterOf, judged, lookAt, putAdapter } from "../adapter.ts";
import type { AdapterRecord } from "../collections.ts";
import { AdapterNotFound, AgentUnknown, ConnectionUnknown } from "../errors.ts";
import { adapterUpdated } from "../events.ts";
import { group } from "../group.ts";
import { Adapter, AdapterId, AgentText, Config, ConnectionText } from "../schemas.ts";

export const adaptersUpdate = defineCommand(group, {
  id: "channels.adapters.update",
  summary: "Change how an adapter is configured, whose secret it uses, or which agent hears its chats",
  description:
    "What is left out stays, and an empty text clears. The configuration is replaced as a whole. The runner connects " +
    "it anew. Another agent hears the chats that are made from then on; those there are keep theirs.",
  input: T.Object({
    id: AdapterId,
    config: T.Optional(Config),
    connection: T.Optional(ConnectionText),
    agent: T.Optional(AgentText),
  }),
  output: T.Object({ adapter: Adapter }),
  errors: [AdapterNotFound, ConnectionUnknown, AgentUnknown],
  examples: [{ title: "Another agent", input: { id: "irc", agent: "night" } }],
  resource: ({ id }) => id,
  async plan({ store, services }, { id, ...said }) {
    await judged(services, { ...(await adapterOf(store, id)), ...said });
    return { summary: `Change the adapter ${id}` };
  },
  async execute(ctx, _plan, { id, ...said }) {
    const { store, services, now, number, emit } = ctx;
    const { connection: _, agent: __, ...before } = await adapterOf(store, id);
    const told = await judged(services, { ...(await adapterOf(store, id)), ...said });
    const record: AdapterRecord = { ...before, ...told, updatedAt: now, number };
    await putAdapter(ctx, record);
    const adapter = await lookAt(store, record, now);
    emit(adapterUpdated, { adapter });
    return { adapter };
  },
});
