import type { PluginContext } from "@postern/core";
import { memories } from "./collections.ts";

/** Names that an adapter may remember something under, and the letters of a name and of a value. */
export const MOST_MEMORIES = 100;
const LONGEST_NAME = 100;
const LONGEST_VALUE = 4_096;

export const recall = async ({ store }: Pick<PluginContext, "store">, adapter: string, name: string) =>
  (await store.get(memories, adapter, name))?.value;

/** Keeps a short text for an adapter. Throws for one that is too long, and where there are too many. */
export async function remember(
  { transact }: Pick<PluginContext, "transact">,
  adapter: string,
  name: string,
  value: string,
) {
  if (name === "" || name.length > LONGEST_NAME || value.length > LONGEST_VALUE)
    throw new RangeError(`What is remembered has a name of 1 to ${LONGEST_NAME} letters, and at most ${LONGEST_VALUE}`);
  await transact(async ({ store }) => {
    const before = await store.get(memories, adapter, name);
    if (before?.value === value) return;
    if (!before && (await store.count(memories, { prefix: [adapter], limit: MOST_MEMORIES })) >= MOST_MEMORIES)
      throw new RangeError(`An adapter remembers at most ${MOST_MEMORIES} things`);
    await store.put(memories, { adapter, name, value });
  });
}
