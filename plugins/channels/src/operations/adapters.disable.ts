import { defineCommand, T } from "@postern/core";
import { adapterOf, lookAt, putAdapter } from "../adapter.ts";
import type { AdapterRecord } from "../collections.ts";
import { AdapterNotFound } from "../errors.ts";
import { adapterDisabled } from "../events.ts";
import { group } from "../group.ts";
import { Adapter, AdapterId } from "../schemas.ts";

export const adaptersDisable = defineCommand(group, {
  id: "channels.adapters.disable",
  summary: "Keep an adapter from connecting, until it is enabled",
  description: "What waits to go out by it waits on. One that is disabled already stays as it is.",
  input: T.Object({ id: AdapterId }),
  output: T.Object({ adapter: Adapter }),
  errors: [AdapterNotFound],
  examples: [{ title: "One adapter", input: { id: "irc" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    await adapterOf(store, id);
    return { summary: `Disable the adapter ${id}` };
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, number, emit } = ctx;
    const before = await adapterOf(store, id);
    if (before.isDisabled) return { adapter: await lookAt(store, before, now) };
    const record: AdapterRecord = { ...before, isDisabled: true, updatedAt: now, number };
    await putAdapter(ctx, record);
    const adapter = await lookAt(store, record, now);
    emit(adapterDisabled, { adapter });
    return { adapter };
  },
});
