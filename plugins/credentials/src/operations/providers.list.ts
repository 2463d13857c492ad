import { defineQuery, T } from "@postern/core";
import { listOf, listSource, MAX_COUNTED } from "@postern/kit/paging";
import { connections } from "../collections.ts";
import { group } from "../group.ts";
import { ProviderEntry } from "../schemas.ts";

const Providers = listOf("providers", ProviderEntry, { id: "plain", label: "text", connections: "plain" });

export const providersList = defineQuery(group, {
  id: "credentials.providers.list",
  summary: "List the providers whose connections can be checked",
  description: "Connections of other providers can be used too, but not checked.",
  input: T.Object({ ...Providers.fields }),
  output: Providers.output,
  examples: [{ title: "All providers", input: {} }],
  run({ store, state }, page) {
    const known = [...state.providers.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return Providers.answer(page, listSource(known), async ({ id, label }) => ({
      id,
      label,
      connections: await store.count(connections, { by: "byProvider", prefix: [id], limit: MAX_COUNTED }),
    }));
  },
});
