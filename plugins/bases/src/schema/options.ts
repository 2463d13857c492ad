import type { Reads } from "@postern/core";
import { type PropertyRecord, rows } from "../collections.ts";
import type { Config } from "../config-schemas.ts";
import { OptionInUse } from "../errors.ts";
import { sortKeysOf } from "../sort-keys.ts";

/** An option that rows use cannot be removed, only archived. */
export async function assertOptionsUnused(
  store: Reads,
  baseId: string,
  before: PropertyRecord,
  after: Config,
): Promise<void> {
  const kept = new Set(after.options?.map(({ id }) => id));
  for (const { id, name } of before.config.options ?? []) {
    if (kept.has(id)) continue;
    for (const status of ["active", "archived"]) {
      const prefix = [baseId, status, before.id, ...sortKeysOf(id)];
      const used = await store.count(rows, { by: "byValue", prefix, limit: 1 });
      if (used > 0) throw OptionInUse({ optionId: id, name });
    }
  }
}
