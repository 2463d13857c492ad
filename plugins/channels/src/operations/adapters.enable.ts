import { defineCommand, T } from "@postern/core";
import { adapterOf, lookAt, putAdapter } from "../adapter.ts";
import type { AdapterRecord } from "../collections.ts";
import { AdapterNotFound } from "../errors.ts";
import { adapterEnabled } from "../events.ts";
import { group } from "../group.ts";
import { Adapter, AdapterId } from "../schemas.ts";

export const adaptersEnable = defineCommand(group, {
  id: "channels.adapters.enable",
  summary: "Let an adapter connect again",
  description: "Also one that is enabled is connected anew, where trying again could not help before.",
  input: T.Object({ id: AdapterId }),
  output: T.Object({ adapter: Adapter }),
  errors: [AdapterNotFound],
  examples: [{ title: "One adapter", input: { id: "irc" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    await adapterOf(store, id);
    return { summary: `Enable the adapter ${id}` };
  },
  async execute(ctx, _plan, { id }) {
    const { store, now, number, emit } = ctx;
    const { isDisabled: _, ...before } = await adapterOf(store, id);
    const record: AdapterRecord = { ...before, updatedAt: now, number };
    await putAdapter(ctx, record);
    const adapter = await lookAt(store, record, now);
    emit(adapterEnabled, { adapter });
    return { adapter };
  },
});
