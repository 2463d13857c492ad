import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { currentAdapter, ownAdapterOf } from "../adapter.ts";
import { adapterChanges, adapters, arrivals, memories, states } from "../collections.ts";
import { AdapterNotFound } from "../errors.ts";
import { adapterRemoved } from "../events.ts";
import { group } from "../group.ts";
import { MAX_MEMORIES } from "../memory.ts";
import { Adapter, AdapterId } from "../schemas.ts";

export const adaptersRemove = defineCommand(group, {
  id: "channels.adapters.remove",
  summary: "Remove an adapter",
  description:
    "Its chats and messages are kept, and received events are not forgotten: a new adapter with the same id and kind " +
    "continues with them. Outgoing messages that wait for the adapter fail and become dead.",
  effect: "destroy",
  dryRunByDefault: true,
  properties: ["posts"],
  input: T.Object({ id: AdapterId }),
  output: T.Object({ adapter: described(Adapter, "The adapter") }),
  errors: [AdapterNotFound],
  examples: [{ title: "Remove an adapter", input: { id: "irc" } }],
  resource: ({ id }) => id,
  async plan(ctx, { id }) {
    await ownAdapterOf(ctx, id);
    return { summary: `Remove adapter ${id}` };
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, emit } = ctx;
    const adapter = await currentAdapter(store, await ownAdapterOf(ctx, id), now);
    await store.delete(adapters, id);
    await store.delete(states, id);
    await store.delete(arrivals, id);
    for (const { name } of (await store.find(memories, { prefix: [id], limit: MAX_MEMORIES })).items)
      await store.delete(memories, id, name);
    store.add(adapterChanges, 1);
    emit(adapterRemoved, { adapter });
    return { adapter };
  },
});
