import type { PluginContext } from "@postern/core";
import { memories } from "./collections.ts";

/** Limits per adapter: number of values, and characters of a name and of a value. */
export const MAX_MEMORIES = 100;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 4_096;

export const recall = async ({ store }: Pick<PluginContext, "store">, adapter: string, name: string) =>
  (await store.get(memories, adapter, name))?.value;

/** Stores a short text for an adapter. Throws if it is too long or if the adapter has too many values. */
export async function remember(
  { transact }: Pick<PluginContext, "transact">,
  adapter: string,
  name: string,
  value: string,
) {
  if (name === "" || name.length > MAX_NAME_LENGTH || value.length > MAX_VALUE_LENGTH)
    throw new RangeError(
      `A remembered value needs a name of 1 to ${MAX_NAME_LENGTH} characters and can have at most ${MAX_VALUE_LENGTH} characters`,
    );
  await transact(async ({ store }) => {
    const before = await store.get(memories, adapter, name);
    if (before?.value === value) return;
    if (!before && (await store.count(memories, { prefix: [adapter], limit: MAX_MEMORIES })) >= MAX_MEMORIES)
      throw new RangeError(`An adapter can remember at most ${MAX_MEMORIES} values`);
    await store.put(memories, { adapter, name, value });
  });
}
