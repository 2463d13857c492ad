import { gatewayErrors, omitUndefined, type Reads, type Static } from "@postern/core";
import { enabledDomains, tracked } from "./collections.ts";
import type { Domain } from "./schemas.ts";
import type { State } from "./state.ts";

/** Returns the given groups, or all groups that support sync. Throws 400 with the supported groups. */
export function chosen({ domains }: State, named: readonly string[] | undefined): string[] {
  const there = [...domains.keys()].sort();
  const at = named?.findIndex((id) => !domains.has(id)) ?? -1;
  if (at < 0) return named ? [...named] : there;
  const message =
    there.length > 0 ? `must be one of ${there.join(", ")}` : "must be empty: no enabled group supports sync";
  throw gatewayErrors.InvalidInput({ issues: [{ path: `/domains/${at}`, code: "enum", message }] });
}

/** All groups that support sync or are enabled for it. */
export async function shownDomains(store: Reads, { domains }: State): Promise<Static<typeof Domain>[]> {
  const { items } = await store.find(enabledDomains, { limit: 500 });
  const enabled = new Map(items.map((record) => [record.id, record]));
  const ids = [...new Set([...domains.keys(), ...enabled.keys()])].sort();
  return Promise.all(
    ids.map(async (id) => {
      const record = enabled.get(id);
      return omitUndefined({
        id,
        kinds: [...(domains.get(id)?.kinds ?? [])],
        enabled: record !== undefined,
        enabledAt: record?.enabledAt,
        scanning: record?.scan && true,
        records: await store.count(tracked, { prefix: [id] }),
      });
    }),
  );
}
