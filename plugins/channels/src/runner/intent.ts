import type { OurHost } from "../host.ts";
import { type Intent, intents, ONE } from "./records.ts";

export async function setIntent(
  host: OurHost,
  change: Partial<Intent>,
  forget: readonly (keyof Intent)[] = [],
): Promise<void> {
  await host.transact(async ({ store }) => {
    const intent = { ...(await store.get(intents, ONE)), ...change };
    for (const name of forget) delete intent[name];
    await store.put(intents, intent);
  });
}
